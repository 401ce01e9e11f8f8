package ${package};

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The smallest transport over TCP that keeps the contract: a thread for each connection, and a queue. Put your own in its place.
 *
 * <pre>
 * mvn package                                                            builds it, and runs the contract
 * java -jar target/benchmarks.jar run TransportPingPong --transport mine,socket --comm local,none,openmpi --ranks 2 -p bytes=64
 * lockstep run TransportPingPong --transport mine,socket --comm none --ranks 2 --cp target/${artifactId}-${version}.jar
 * </pre>
 */
public final class MyTransport implements Transport {
    private static final int GREETING = 0x7177e57;

    @Override
    public String name() {
        return "mine";
    }

    @Override
    public String description() {
        return "TCP with a thread for each connection";
    }

    /** What charts say that messages go over. */
    @Override
    public String medium() {
        return "a TCP connection";
    }

    /** Beside each number: a thread that receives leaves its core to others. */
    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return new Availability.Available("1.0");
    }

    /** What it lacks is declared, with the reason; the contract leaves those clauses out. */
    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Stream.of(
                        Capability.POLL,
                        Capability.PUSH,
                        Capability.OFFER,
                        Capability.CLAIM,
                        Capability.INTERRUPT,
                        Capability.BACK_PRESSURE,
                        Capability.ALLOCATION_FREE)
                .collect(Collectors.toMap(lack -> lack, lack -> "the smallest transport goes without"));
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        return new Listening(setting);
    }

    /** Of a sender: the number of its connection here. */
    private record Arrival(byte[] message, long sender, IOException error) {}

    /** Who may be answered, by one thread at a time. */
    private record Asker(Socket socket, Lock answering) {}

    /** Wakes who waits for a message. */
    private static final Arrival CLOSED = new Arrival(null, 0, null);

    private interface Action {
        void run() throws IOException;
    }

    /** A timeout for a socket; 0 is none for both. */
    private static int millis(long nanos) {
        return nanos == 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, Math.max(1, nanos / 1_000_000));
    }

    /** A message behind its length. */
    private static byte[] framed(ByteBuffer message, int largest) {
        byte[] bytes = new byte[Integer.BYTES + Messages.sendable(message, largest)];
        ByteBuffer.wrap(bytes).putInt(message.remaining()).put(message.duplicate());
        return bytes;
    }

    private static final class Listening implements Endpoint {
        private final int largest;
        private final ServerSocket listener = new ServerSocket();
        private final LinkedBlockingQueue<Arrival> arrived = new LinkedBlockingQueue<>();
        private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
        private final Map<Long, Asker> senders = new ConcurrentHashMap<>();
        private final AtomicLong accepted = new AtomicLong();
        private final Thread acceptor;

        Listening(Setting setting) throws IOException {
            largest = setting.largest();
            listener.bind(setting.at().map(Listening::parse).orElse(new InetSocketAddress(setting.address(), 0)));
            acceptor = start(() -> {
                while (true) {
                    Socket socket = listener.accept();
                    sockets.add(socket);
                    if (listener.isClosed()) {
                        socket.close(); // it was added too late for close() to see it
                    }
                    start(() -> read(socket));
                }
            });
        }

        private static InetSocketAddress parse(String address) {
            if (!address.matches("tcp://.+:[0-9]{1,5}")) {
                throw new IllegalArgumentException(address + " is not an address of this transport");
            }
            int colon = address.lastIndexOf(':');
            return new InetSocketAddress(address.substring(6, colon), Integer.parseInt(address.substring(colon + 1)));
        }

        private Thread start(Action action) {
            Thread thread = new Thread(() -> {
                try {
                    action.run();
                } catch (IOException e) {
                    if (!listener.isClosed()) {
                        arrived.add(new Arrival(null, 0, e));
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        private void read(Socket socket) throws IOException {
            long sender = accepted.incrementAndGet();
            socket.setTcpNoDelay(true);
            senders.put(sender, new Asker(socket, new ReentrantLock()));
            int length = -1;
            try (socket;
                    DataInputStream in = new DataInputStream(socket.getInputStream())) {
                if (in.readInt() != GREETING) {
                    return;
                }
                while ((length = in.readInt()) >= 0 && length <= largest) {
                    byte[] message = new byte[length];
                    in.readFully(message);
                    arrived.add(new Arrival(message, sender, null));
                    length = -1;
                }
            } catch (IOException e) {
                if (length >= 0) {
                    throw new PeerLostException("a message broke off", e);
                }
            } finally {
                senders.remove(sender);
                sockets.remove(socket);
            }
        }

        @Override
        public String address() {
            return "tcp://" + listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
        }

        @Override
        public Outbox connect(String address, long timeoutNanos) throws IOException {
            requireOpen();
            Socket socket = new Socket();
            sockets.add(socket);
            try {
                socket.connect(parse(address), millis(timeoutNanos));
                socket.setTcpNoDelay(true);
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.writeInt(GREETING);
                requireOpen();
                return new Connection(socket, out, largest, sockets);
            } catch (IOException | IllegalArgumentException e) {
                sockets.remove(socket);
                socket.close();
                throw e;
            }
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
            return receive(into, new Sender(), timeoutNanos);
        }

        @Override
        public int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
            Messages.receivable(into, largest);
            requireOpen();
            try {
                Arrival next = arrived.poll(timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos, TimeUnit.NANOSECONDS);
                if (next == null) {
                    return -1;
                }
                if (next == CLOSED) {
                    arrived.add(CLOSED); // for others who wait
                    throw new ClosedChannelException();
                }
                if (next.error != null) {
                    throw next.error;
                }
                from.set(next.sender);
                into.put(into.position(), next.message);
                return next.message.length;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            byte[] bytes = framed(message, largest);
            requireOpen();
            Asker asker = senders.get(sender);
            if (asker == null) {
                throw new PeerLostException("the peer to be answered has closed");
            }
            asker.answering.lock();
            try {
                asker.socket.getOutputStream().write(bytes);
            } finally {
                asker.answering.unlock();
            }
        }

        private void requireOpen() throws IOException {
            if (listener.isClosed()) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
            arrived.add(CLOSED);
            try {
                // The port is only free when nobody waits at it.
                acceptor.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class Connection implements Outbox {
        private final Socket socket;
        private final DataOutputStream out;
        private final int largest;
        private final Set<Socket> open;
        private final Lock asking = new ReentrantLock();
        private boolean unanswered;

        Connection(Socket socket, DataOutputStream out, int largest, Set<Socket> open) {
            this.socket = socket;
            this.out = out;
            this.largest = largest;
            this.open = open;
        }

        @Override
        public synchronized void send(ByteBuffer message) throws IOException {
            byte[] bytes = framed(message, largest);
            try {
                out.write(bytes); // one write, or Nagle's algorithm holds the second back
            } catch (IOException e) {
                throw new EOFException("the peer is gone");
            }
        }

        /** The answer comes back by the same connection; one thread at a time waits for it. */
        @Override
        public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
            Messages.receivable(reply, largest);
            long end = System.nanoTime() + timeoutNanos;
            try {
                if (!asking.tryLock(timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos, TimeUnit.NANOSECONDS)) {
                    return -1;
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            try {
                Messages.answered(unanswered);
                send(message);
                unanswered = true;
                int length = ByteBuffer.wrap(read(Integer.BYTES, timeoutNanos, end)).getInt();
                if (length < 0 || length > largest) {
                    throw new IOException("an answer of " + length + " bytes");
                }
                reply.put(reply.position(), read(length, timeoutNanos, end));
                unanswered = false;
                return length;
            } catch (SocketTimeoutException tooLate) {
                return -1;
            } finally {
                asking.unlock();
            }
        }

        /** A socket's timeout begins anew with each read: bytes that trickle in must prolong nothing. */
        private byte[] read(int length, long timeoutNanos, long end) throws IOException {
            byte[] bytes = new byte[length];
            int there = 0;
            while (there < length) {
                socket.setSoTimeout(timeoutNanos == 0 ? 0 : millis(Math.max(1, end - System.nanoTime())));
                int more = socket.getInputStream().read(bytes, there, length - there);
                if (more < 0) {
                    throw new PeerLostException("the peer has closed");
                }
                there += more;
            }
            return bytes;
        }

        @Override
        public void close() throws IOException {
            open.remove(socket);
            socket.close();
        }
    }
}
