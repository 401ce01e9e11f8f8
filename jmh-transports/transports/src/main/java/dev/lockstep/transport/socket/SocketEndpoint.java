package dev.lockstep.transport.socket;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Tcp;
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
    private final ServerSocket listener;
    private final String address;
    private final int largest;
    private final boolean keepOpen;
    private final Set<Outbox> outboxes = ConcurrentHashMap.newKeySet();

    /** The connection of the moment; written by who receives, closed by anyone. */
    private volatile Wire current;

    private volatile boolean closed;
    private long connections;
    private int acceptMillis;

    SocketEndpoint(Setting setting, boolean keepOpen) throws IOException {
        this.largest = setting.largest();
        this.keepOpen = keepOpen;
        InetSocketAddress at =
                setting.at().isPresent() ? Tcp.parse(setting.at().get()) : new InetSocketAddress(setting.address(), 0);
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
    public synchronized int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        Messages.receivable(into, largest);
        requireOpen();
        long end = timeoutNanos == 0 ? 0 : System.nanoTime() + timeoutNanos;
        try {
            while (true) {
                Wire wire = current == null ? accepted(timeoutNanos) : current;
                int length = wire.read(into, Tcp.millis(timeoutNanos));
                if (length >= 0) {
                    if (!keepOpen) {
                        current = null;
                        wire.reset();
                    }
                    return length;
                }
                hangUp(wire);
                if (timeoutNanos != 0 && System.nanoTime() - end >= 0) {
                    return -1;
                }
            }
        } catch (SocketTimeoutException e) {
            return -1;
        } catch (PeerLostException e) {
            hangUp(current);
            throw e;
        }
    }

    private Wire accepted(long timeoutNanos) throws IOException {
        while (true) {
            int millis = Tcp.millis(timeoutNanos);
            if (millis != acceptMillis) {
                listener.setSoTimeout(millis);
                acceptMillis = millis;
            }
            Socket socket = listener.accept();
            Wire wire = accepted(socket);
            current = wire;
            if (closed) {
                wire.close();
            }
            if (wire.isGreeted()) {
                connections++;
                return wire;
            }
            hangUp(wire);
            requireOpen();
        }
    }

    private Wire accepted(Socket socket) throws IOException {
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
    public long sender() {
        return connections;
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
        List<AutoCloseable> all = new ArrayList<>(List.of(listener));
        Wire wire = current;
        if (wire != null) {
            all.add(wire);
        }
        all.addAll(outboxes);
        Closing.all(all);
    }
}
