package dev.lockstep.transport.socket;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.Tcp;
import dev.lockstep.transport.support.Turns;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A listening socket, and the one connection that is read. */
final class SocketEndpoint implements Endpoint {
    /** For the greeting, which comes at once from most of ours. */
    private static final long GREETING_NANOS = 5_000_000;

    /** For a new connection, while others are silent. */
    private static final int LOOK_MILLIS = 1;

    private final ServerSocket listener;
    private final String address;
    private final int largest;
    private final boolean keepOpen;
    private final Set<Outbox> outboxes = ConcurrentHashMap.newKeySet();
    private final Turns receiving = new Turns();
    private final Arrivals arrivals;

    /** The connection of the moment; written by who receives, closed by anyone. */
    private volatile Wire current;

    private volatile boolean closed;
    /** How many there have been, and so the token of this one. */
    private volatile long connections;

    private int acceptMillis;

    SocketEndpoint(Setting setting, boolean keepOpen) throws IOException {
        this.largest = setting.largest();
        this.keepOpen = keepOpen;
        this.arrivals = new Arrivals(!keepOpen);
        InetSocketAddress at = Tcp.at(setting);
        this.listener = new ServerSocket();
        try {
            listener.bind(at, Tcp.BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw new IOException(Tcp.format(at) + " cannot be listened at: " + e.getMessage(), e);
        }
        this.address = Tcp.format((InetSocketAddress) listener.getLocalSocketAddress());
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Outbox connect(String to, long timeoutNanos) throws IOException {
        requireOpen();
        Outbox outbox = keepOpen
                ? new SocketOutbox(
                        connected(new Socket(), Tcp.parse(to), timeoutNanos, largest), largest, outboxes::remove)
                : new OpenCloseOutbox(Tcp.parse(to), timeoutNanos, largest, outboxes::remove);
        outboxes.add(outbox);
        if (closed) {
            outbox.close();
        }
        return outbox;
    }

    /** A connection whose greeting is on its way with the first bytes that are written. */
    static Wire connected(Socket socket, InetSocketAddress to, long timeoutNanos, int largest) throws IOException {
        try {
            socket.connect(to, Tcp.millis(timeoutNanos));
            socket.setTcpNoDelay(true);
            Wire wire = new Wire(socket, largest);
            wire.greet();
            return wire;
        } catch (IOException e) {
            socket.close();
            throw new IOException(Tcp.format(to) + " cannot be connected to: " + e.getMessage(), e);
        }
    }

    @Override
    public int receive(ByteBuffer into, Sender sender, long timeoutNanos) throws IOException {
        if (!keepOpen) {
            throw new UnsupportedOperationException("reply");
        }
        return receive(into, timeoutNanos, sender);
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return receive(into, timeoutNanos, null);
    }

    private int receive(ByteBuffer into, long timeoutNanos, Sender sender) throws IOException {
        Messages.receivable(into, largest);
        long end = Deadline.of(timeoutNanos);
        if (!receiving.begin(timeoutNanos)) {
            return -1;
        }
        try {
            int length = received(into, end);
            if (sender != null) {
                sender.set(connections);
            }
            return length;
        } catch (SocketTimeoutException e) {
            return -1;
        } finally {
            receiving.end();
        }
    }

    private int received(ByteBuffer into, long end) throws IOException {
        requireOpen();
        while (true) {
            Wire wire = current == null ? accepted(end) : current;
            int length;
            try {
                length = wire.read(into, end);
            } catch (PeerLostException e) {
                hangUp(wire);
                throw e;
            }
            if (length < 0) {
                hangUp(wire);
                Wire.requireTime(end);
                continue;
            }
            if (!keepOpen) {
                current = null;
                wire.reset();
            }
            return length;
        }
    }

    private Wire accepted(long end) throws IOException {
        Wire wire = arrivals.next();
        while (wire == null) {
            accept(end);
            wire = arrivals.next();
            if (wire == null) {
                Wire.requireTime(end);
            }
        }
        connections++;
        current = wire;
        if (closed) {
            wire.close();
        }
        return wire;
    }

    /** Accepts a connection; returns without one when it is time to look at those that are there. */
    private void accept(long end) throws IOException {
        boolean others = !arrivals.isEmpty();
        int millis = Wire.millis(end);
        limitBy(others ? LOOK_MILLIS : millis);
        try {
            Wire wire = wire(listener.accept());
            if (wire.awaitGreeting(Deadline.within(end, GREETING_NANOS))) {
                arrivals.add(wire);
            } else {
                wire.close();
            }
        } catch (SocketTimeoutException e) {
            if (!others) {
                throw e;
            }
        }
    }

    private void limitBy(int millis) throws IOException {
        if (millis != acceptMillis) {
            listener.setSoTimeout(millis);
            acceptMillis = millis;
        }
    }

    private Wire wire(Socket socket) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            return new Wire(socket, largest);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void hangUp(Wire wire) throws IOException {
        current = null;
        wire.close();
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        if (!keepOpen) {
            throw new UnsupportedOperationException("reply");
        }
        Messages.sendable(message, largest);
        requireOpen();
        Wire wire = current;
        if (sender != connections || wire == null) {
            throw new PeerLostException("the peer to be answered has closed");
        }
        synchronized (wire) {
            wire.write(message);
        }
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        List<AutoCloseable> all = new ArrayList<>(List.of(listener, arrivals));
        Wire wire = current;
        if (wire != null) {
            all.add(wire);
        }
        all.addAll(outboxes);
        Closing.all(all);
    }
}
