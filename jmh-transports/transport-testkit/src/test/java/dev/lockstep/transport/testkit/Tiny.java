package dev.lockstep.transport.testkit;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The smallest transport over TCP that keeps the contract, with a thread for each connection; and what breaks it. */
public class Tiny implements Transport {
    private static final int GREETING = 0x7177e57;

    enum Flaw {
        NONE,
        /** Takes what one read gives for a whole message; at most 10 bytes, as may be. */
        SHORT_READS,
        /** Does not tell of a message that breaks off. */
        SILENT,
        /** Tells who receives of each stranger. */
        TALKATIVE,
        /** Makes room for any length. */
        BELIEVING,
        /** Does not tell of errors in sending. */
        NUMB,
        /** Waits for an answer whoever is gone. */
        PATIENT,
        /** Listens to its first sender alone, though that is gone. */
        FAITHFUL
    }

    private final Flaw flaw;

    /** Without a flaw, but for what the options say. */
    public Tiny() {
        this(Flaw.NONE);
    }

    Tiny(Flaw flaw) {
        this.flaw = flaw;
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String description() {
        return "TCP with a thread for each connection";
    }

    /** By which the other process of a clause gets it. */
    @Override
    public Map<String, String> options() {
        return Map.of("flaw", flaw.name());
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return new Availability.Available("1");
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Stream.of(
                        Capability.POLL,
                        Capability.OFFER,
                        Capability.CLAIM,
                        Capability.REPLY,
                        Capability.WAKE,
                        Capability.INTERRUPT,
                        Capability.BACK_PRESSURE,
                        Capability.ALLOCATION_FREE)
                .filter(lack -> lack != Capability.REPLY || flaw != Flaw.PATIENT)
                .collect(Collectors.toMap(lack -> lack, lack -> "it is tiny"));
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        return new TinyEndpoint(setting, Flaw.valueOf(setting.options().get("flaw")));
    }

    private record Arrival(byte[] message, IOException error) {}

    private static final class TinyEndpoint implements Endpoint {
        private final Flaw flaw;
        private final int largest;
        private final ServerSocket listener = new ServerSocket();
        private final LinkedBlockingQueue<Arrival> arrived = new LinkedBlockingQueue<>();
        private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
        private final Thread acceptor;

        TinyEndpoint(Setting setting, Flaw flaw) throws IOException {
            this.flaw = flaw;
            largest = setting.largest();
            int port = setting.at()
                    .map(at -> Integer.parseInt(at.replaceAll(".*:", "")))
                    .orElse(0);
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            acceptor = start(() -> {
                do {
                    Socket socket = listener.accept();
                    sockets.add(socket);
                    start(() -> read(socket));
                } while (flaw != Flaw.FAITHFUL);
            });
        }

        private Thread start(Expect.Action action) {
            Thread thread = new Thread(() -> {
                try {
                    action.run();
                } catch (Exception e) {
                    if (!listener.isClosed() && e instanceof IOException lost) {
                        arrived.add(new Arrival(null, lost));
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        private void read(Socket socket) throws IOException {
            int length = -1;
            try (socket;
                    DataInputStream in = new DataInputStream(socket.getInputStream())) {
                if (in.readInt() != GREETING) {
                    if (flaw == Flaw.TALKATIVE) {
                        arrived.add(new Arrival(null, new IOException("a stranger")));
                    }
                    return;
                }
                while ((length = in.readInt()) >= 0) {
                    if (length > largest && flaw != Flaw.BELIEVING) {
                        return;
                    }
                    byte[] message = new byte[length];
                    if (flaw == Flaw.SHORT_READS) {
                        in.read(message, 0, Math.min(10, length));
                    } else {
                        in.readFully(message);
                    }
                    arrived.add(new Arrival(message, null));
                    length = -1;
                }
            } catch (IOException e) {
                if (length >= 0 && flaw != Flaw.SILENT) {
                    throw new PeerLostException("a message broke off", e);
                }
            } finally {
                sockets.remove(socket);
            }
        }

        @Override
        public String address() {
            return "tcp://127.0.0.1:" + listener.getLocalPort();
        }

        @Override
        public Outbox connect(String address, long timeoutNanos) throws IOException {
            requireOpen();
            if (!address.matches("tcp://127.0.0.1:[0-9]+")) {
                throw new IllegalArgumentException(address);
            }
            Socket socket = new Socket("127.0.0.1", Integer.parseInt(address.substring(16)));
            sockets.add(socket);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(GREETING);
            return new TinyOutbox(flaw, socket, out, largest);
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
            Messages.receivable(into, largest);
            requireOpen();
            try {
                Arrival next = arrived.poll(timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos, TimeUnit.NANOSECONDS);
                if (next == null) {
                    return -1;
                }
                if (next.error != null) {
                    throw next.error;
                }
                into.put(into.position(), next.message);
                return next.message.length;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        private void requireOpen() throws IOException {
            if (listener.isClosed()) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public long sender() {
            return 0;
        }

        @Override
        public void close() throws IOException {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
            try {
                // The port is only free when nobody waits at it.
                acceptor.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class TinyOutbox implements Outbox {
        private final Flaw flaw;
        private final Socket socket;
        private final DataOutputStream out;
        private final int largest;

        TinyOutbox(Flaw flaw, Socket socket, DataOutputStream out, int largest) {
            this.flaw = flaw;
            this.socket = socket;
            this.out = out;
            this.largest = largest;
        }

        @Override
        public synchronized void send(ByteBuffer message) throws IOException {
            byte[] bytes = new byte[Messages.sendable(message, largest)];
            message.get(message.position(), bytes);
            try {
                out.writeInt(bytes.length);
                out.write(bytes);
            } catch (IOException e) {
                if (flaw != Flaw.NUMB) {
                    throw new EOFException("gone");
                }
            }
        }

        @Override
        public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
            if (flaw != Flaw.PATIENT) {
                return Outbox.super.request(message, reply, timeoutNanos);
            }
            send(message);
            LockSupport.parkNanos(Long.MAX_VALUE);
            return -1;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
