package dev.lockstep.system.outside;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Messages by way of a {@link Broker}, one for a job or one for each host: what is hosted, and no more. */
public final class BrokeredTransport implements Transport {
    private static final String SCHEME = "brokered:";

    /** What ends who waits. */
    private static final byte[] END = new byte[0];

    @Override
    public String name() {
        return "brokered";
    }

    @Override
    public String description() {
        return "by way of a broker";
    }

    @Override
    public Map<String, String> options() {
        return Map.of("per", "job");
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return new Availability.Available("1");
    }

    @Override
    public Hosted.Per hosted(Map<String, String> options) {
        return Setting.option(options, "per", "job", "host").equals("job") ? Hosted.Per.JOB : Hosted.Per.HOST;
    }

    @Override
    public int largest(Map<String, String> options) {
        return 1 << 20;
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Stream.of(
                        Capability.POLL,
                        Capability.PUSH,
                        Capability.OFFER,
                        Capability.CLAIM,
                        Capability.REPLY,
                        Capability.BIND,
                        Capability.PEER_DEATH,
                        Capability.BACK_PRESSURE,
                        Capability.ALLOCATION_FREE,
                        Capability.HOSTS)
                .filter(lack -> lack != Capability.HOSTS || hosted(options) == Hosted.Per.HOST)
                .collect(Collectors.toMap(lack -> lack, lack -> "a broker of fifty lines goes without"));
    }

    @Override
    public Hosted host(Setting setting) throws IOException {
        Process broker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Broker.class.getName(),
                        setting.address().getHostAddress())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new BufferedReader(new InputStreamReader(broker.getInputStream())).readLine();
        return new Hosted(text, broker::destroyForcibly);
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        return new Client(setting);
    }

    private static final class Client implements Endpoint {
        private final String name = SCHEME + UUID.randomUUID();
        private final int largest;
        private final Socket socket;
        private final DataOutputStream out;
        private final LinkedBlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>();

        Client(Setting setting) throws IOException {
            largest = setting.largest();
            String[] broker = setting.hosted().split(" ");
            socket = new Socket(broker[0], Integer.parseInt(broker[1]));
            socket.setTcpNoDelay(true);
            out = new DataOutputStream(socket.getOutputStream());
            out.writeUTF(name);
            if (socket.getInputStream().read() != Broker.KNOWN) {
                throw new IOException("the broker at " + setting.hosted() + " does not know " + name);
            }
            Thread reading = new Thread(this::read);
            reading.setDaemon(true);
            reading.start();
        }

        private void read() {
            try (DataInputStream in = new DataInputStream(socket.getInputStream())) {
                while (true) {
                    arrived.add(in.readNBytes(in.readInt()));
                }
            } catch (IOException gone) {
                arrived.add(END);
            }
        }

        @Override
        public String address() {
            return name;
        }

        @Override
        public Outbox connect(String address, long timeoutNanos) throws IOException {
            if (!address.startsWith(SCHEME)) {
                throw new IllegalArgumentException(address + " is not an address of this transport");
            }
            requireOpen();
            return new Sending(this, address);
        }

        void send(String to, ByteBuffer message) throws IOException {
            byte[] bytes = new byte[Messages.sendable(message, largest)];
            message.get(message.position(), bytes);
            requireOpen();
            synchronized (out) {
                out.writeUTF(to);
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        }

        private void requireOpen() throws IOException {
            if (socket.isClosed()) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
            Messages.receivable(into, largest);
            requireOpen();
            try {
                byte[] next = arrived.poll(timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos, TimeUnit.NANOSECONDS);
                if (next == END) {
                    arrived.add(END);
                    throw new IOException("the broker is gone");
                }
                if (next == null) {
                    return -1;
                }
                into.put(into.position(), next);
                return next.length;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static final class Sending implements Outbox {
        private final Client from;
        private final String to;
        private volatile boolean closed;

        Sending(Client from, String to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
            from.send(to, message);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
