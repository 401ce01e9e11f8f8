package dev.lockstep.transport.testkit;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The smallest transport over UDP that keeps the contract. Datagrams have a connection, which a greeting begins, and a
 * number there; the answer to each says which is wanted next, and those without one are sent again.
 */
public final class UdpTransport implements Transport {
    private static final SecureRandom IDS = new SecureRandom();
    private static final byte GREETING = 1;
    private static final byte PIECE = 2;
    private static final byte ANSWER = 3;

    /** As many bytes of a message as go into a frame of Ethernet. */
    private static final int PIECE_BYTES = 1_400;

    /** After so many pieces without an answer who sends waits, but sends a whole message first. */
    private static final int WINDOW = 32;

    /** How far ahead of the piece that is wanted others are kept. */
    private static final int MOST_EARLY = 256;

    /** So many bytes of a sender wait at most until they are received, and a message. */
    private static final long MOST_WAITING = 1 << 20;

    private static final int AGAIN_MILLIS = 10;
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    @Override
    public String name() {
        return "udp";
    }

    @Override
    public String description() {
        return "UDP, which sends again what is lost";
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return new Availability.Available("1.0");
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Stream.of(
                        Capability.POLL,
                        Capability.PUSH,
                        Capability.OFFER,
                        Capability.CLAIM,
                        Capability.REPLY,
                        Capability.ALLOCATION_FREE)
                .collect(Collectors.toMap(lack -> lack, lack -> "the smallest transport goes without"));
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        return new Port(setting);
    }

    private static InetSocketAddress parse(String address) {
        if (!address.matches("udp://.+:[0-9]{1,5}")) {
            throw new IllegalArgumentException(address + " is not an address of this transport");
        }
        int colon = address.lastIndexOf(':');
        return new InetSocketAddress(address.substring(6, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    private static Thread start(Runnable action) {
        Thread thread = new Thread(action, "udp");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * What a datagram says.
     *
     * @param number of a piece in its connection; in an answer, of the one that is wanted
     * @param length of the message that it is a piece of, in bytes
     */
    private record Datagram(byte kind, long id, int number, int length, byte[] piece) {
        private static final int MAGIC = 0x10c57e9;
        private static final int HEADER = 21;

        static DatagramPacket packet() {
            return new DatagramPacket(new byte[HEADER + PIECE_BYTES], HEADER + PIECE_BYTES);
        }

        static Datagram of(byte kind, long id, int number) {
            return new Datagram(kind, id, number, 0, new byte[0]);
        }

        /** Waits for one; null if it is none of this transport. */
        static Datagram receive(DatagramSocket socket, DatagramPacket packet) throws IOException {
            packet.setData(packet.getData());
            socket.receive(packet);
            ByteBuffer in = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
            if (in.remaining() < HEADER || in.getInt() != MAGIC) {
                return null;
            }
            byte[] piece = new byte[in.remaining() - HEADER + Integer.BYTES];
            Datagram datagram = new Datagram(in.get(), in.getLong(), in.getInt(), in.getInt(), piece);
            in.get(piece);
            return datagram;
        }

        void send(DatagramSocket socket, SocketAddress to) throws IOException {
            ByteBuffer out = ByteBuffer.allocate(HEADER + piece.length).putInt(MAGIC);
            out.put(kind).putLong(id).putInt(number).putInt(length).put(piece);
            socket.send(new DatagramPacket(out.array(), out.capacity(), to));
        }
    }

    /** A message that has come whole; null if the endpoint has closed. */
    private record Arrival(byte[] message, Incoming from) {}

    /** What one connection brings in; it is remembered until the endpoint closes, so that it cannot begin twice. */
    private static final class Incoming {
        private final SocketAddress from;
        private final AtomicLong waiting = new AtomicLong();
        private final Map<Integer, Datagram> early = new HashMap<>();
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();
        private int wanted;

        Incoming(SocketAddress from) {
            this.from = from;
        }

        void take(Datagram datagram, BlockingQueue<Arrival> arrived) {
            if (datagram.kind() != PIECE || waiting.get() > MOST_WAITING) {
                return;
            }
            if (datagram.number() >= wanted && datagram.number() - wanted < MOST_EARLY) {
                early.putIfAbsent(datagram.number(), datagram);
            }
            for (Datagram next; (next = early.remove(wanted)) != null; wanted++) {
                message.writeBytes(next.piece());
                if (message.size() >= next.length()) {
                    deliver(message.toByteArray(), arrived);
                    message.reset();
                }
            }
        }

        private void deliver(byte[] whole, BlockingQueue<Arrival> arrived) {
            waiting.addAndGet(whole.length + Datagram.HEADER);
            arrived.add(new Arrival(whole, this));
        }

        byte[] received(Arrival arrival) {
            waiting.addAndGet(-arrival.message().length - Datagram.HEADER);
            return arrival.message();
        }
    }

    private static final class Port implements Endpoint {
        private static final Arrival CLOSED = new Arrival(null, null);

        private final int largest;
        private final DatagramSocket socket;
        private final String address;
        private final BlockingQueue<Arrival> arrived = new LinkedBlockingQueue<>();
        private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
        private final Thread reader;

        Port(Setting setting) throws IOException {
            largest = setting.largest();
            socket = new DatagramSocket(
                    setting.at().map(UdpTransport::parse).orElse(new InetSocketAddress(setting.address(), 0)));
            address = "udp://" + socket.getLocalAddress().getHostAddress() + ":" + socket.getLocalPort();
            reader = start(this::read);
        }

        private void read() {
            Map<Long, Incoming> all = new HashMap<>();
            DatagramPacket packet = Datagram.packet();
            try {
                while (true) {
                    Datagram datagram = Datagram.receive(socket, packet);
                    if (datagram == null) {
                        continue;
                    }
                    SocketAddress from = packet.getSocketAddress();
                    long id = datagram.id();
                    if (datagram.kind() == GREETING) {
                        all.putIfAbsent(id, new Incoming(from));
                    }
                    Incoming known = all.get(id);
                    if (known != null && known.from.equals(from)) {
                        known.take(datagram, arrived);
                        Datagram.of(ANSWER, datagram.id(), known.wanted).send(socket, from);
                    }
                }
            } catch (IOException closed) {
                arrived.add(CLOSED);
            }
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public Outbox connect(String peer, long timeoutNanos) throws IOException {
            InetSocketAddress to = parse(peer);
            Connection connection = new Connection(largest, connections);
            connections.add(connection);
            try {
                requireOpen();
                connection.open(to, timeoutNanos);
                return connection;
            } catch (IOException e) {
                connection.close();
                throw e;
            }
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
                if (next == CLOSED) {
                    arrived.add(CLOSED); // for others who wait
                    throw new ClosedChannelException();
                }
                byte[] message = next.from().received(next);
                into.put(into.position(), message);
                return message.length;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        private void requireOpen() throws IOException {
            if (socket.isClosed()) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
            connections.forEach(Connection::close);
            try {
                // The port is only free when nobody waits at it.
                reader.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class Connection implements Outbox {
        private final int largest;
        private final Set<Connection> all;
        private final long id = IDS.nextLong();
        private final DatagramSocket socket = new DatagramSocket();
        private final DatagramPacket packet = Datagram.packet();
        private final Deque<Datagram> unanswered = new ArrayDeque<>();
        private InetSocketAddress to;
        private int sent;
        private boolean open;
        private IOException broken;

        Connection(int largest, Set<Connection> all) throws IOException {
            this.largest = largest;
            this.all = all;
        }

        /** Being connected, the socket takes nothing from others, and the system tells it that nobody is there. */
        void open(InetSocketAddress peer, long timeoutNanos) throws IOException {
            to = peer;
            socket.connect(to);
            if (to.equals(socket.getLocalSocketAddress())) {
                // It was given the port of one that has just closed, and would hear itself for ever.
                throw new PortUnreachableException("nobody is at " + to + " but the one that connects");
            }
            socket.setSoTimeout(AGAIN_MILLIS);
            long start = System.nanoTime();
            do {
                if (timeoutNanos > 0 && System.nanoTime() - start > timeoutNanos) {
                    throw new SocketTimeoutException("nobody answers at " + to);
                }
                Datagram.of(GREETING, id, 0).send(socket, to);
            } while (answer() < 0);
            synchronized (this) {
                open = !socket.isClosed();
            }
            start(this::serve);
        }

        /** Which piece is wanted next; -1 if nobody says. */
        private int answer() throws IOException {
            try {
                Datagram datagram = Datagram.receive(socket, packet);
                return datagram != null && datagram.kind() == ANSWER && datagram.id() == id ? datagram.number() : -1;
            } catch (SocketTimeoutException none) {
                return -1;
            }
        }

        /** Hears answers and sends again, also for a while after closing. */
        private void serve() {
            long heard = System.nanoTime();
            long moved = heard;
            try (socket) {
                while (goesOn()) {
                    int wanted = answer();
                    long now = System.nanoTime();
                    heard = wanted >= 0 || isIdle() ? now : heard;
                    if (isIdle() || wanted >= 0 && forget(wanted)) {
                        moved = now;
                    } else if (now - heard > SILENCE_NANOS) {
                        throw new PeerLostException("the peer is silent");
                    } else if (now - moved > TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS)) {
                        sendAgain();
                        moved = now;
                    }
                }
            } catch (IOException e) {
                fail(e);
            }
        }

        private synchronized boolean goesOn() {
            return broken == null && (open || !unanswered.isEmpty());
        }

        private synchronized boolean isIdle() {
            return unanswered.isEmpty();
        }

        /** Forgets what has come there; whether that was any. */
        private synchronized boolean forget(int wanted) {
            int before = unanswered.size();
            while (!unanswered.isEmpty() && unanswered.peek().number() < wanted) {
                unanswered.remove();
            }
            notifyAll();
            return unanswered.size() < before;
        }

        private synchronized void sendAgain() throws IOException {
            send(0);
        }

        private synchronized void fail(IOException failure) {
            broken = failure;
            notifyAll();
        }

        @Override
        public synchronized void send(ByteBuffer message) throws IOException {
            int length = Messages.sendable(message, largest);
            ByteBuffer rest = message.duplicate();
            awaitRoom();
            int first = sent;
            do {
                byte[] piece = new byte[Math.min(PIECE_BYTES, rest.remaining())];
                rest.get(piece);
                unanswered.add(new Datagram(PIECE, id, sent++, length, piece));
            } while (rest.hasRemaining());
            send(first);
        }

        /** Sends what has no answer, from that number on; what fails ends the connection, or pieces would be missing. */
        private void send(int first) throws IOException {
            try {
                for (Datagram datagram : unanswered) {
                    if (datagram.number() >= first) {
                        datagram.send(socket, to);
                    }
                }
            } catch (IOException e) {
                fail(e);
                throw e;
            }
        }

        private void awaitRoom() throws IOException {
            try {
                while (open && broken == null && unanswered.size() >= WINDOW) {
                    wait();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (broken != null) {
                throw new IOException("the peer is gone", broken);
            }
            if (!open) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public synchronized void close() {
            all.remove(this);
            notifyAll();
            if (open) {
                open = false;
            } else if (unanswered.isEmpty()) {
                socket.close();
            }
        }
    }
}
