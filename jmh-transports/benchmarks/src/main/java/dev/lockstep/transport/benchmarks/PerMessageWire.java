package dev.lockstep.transport.benchmarks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A connection for each message: the sender connects, writes and closes; the receiver accepts, reads and closes.
 *
 * <p>The receiver, once it has the whole message, closes with {@code SO_LINGER} 0, that is with a reset (RFC 9293,
 * section 3.6): nothing can be lost, since it sends nothing and all has arrived. Without it the sender, who closes
 * first, would keep each port in TIME-WAIT for a minute: some 28,000 ports would be used up after as many messages.
 */
final class PerMessageWire implements Wire {
    private final ServerSocket listener;
    private final InetSocketAddress peer;

    /** The connection of the moment, for {@link #close} by another thread. */
    private volatile Socket current;

    private volatile boolean closed;

    /**
     * Uses an open listener.
     *
     * @param listener this peer's; closed by {@link #close}
     * @param peer where the other listens
     */
    PerMessageWire(ServerSocket listener, InetSocketAddress peer) {
        this.listener = listener;
        this.peer = peer;
    }

    @Override
    public void send(byte[] message) throws IOException {
        try (Socket socket = opened(new Socket())) {
            socket.connect(peer);
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(message);
        }
    }

    @Override
    public void recv(byte[] message) throws IOException {
        try (Socket socket = opened(listener.accept())) {
            Wire.readFully(socket, message);
            socket.setSoLinger(true, 0);
        }
    }

    private Socket opened(Socket socket) throws IOException {
        current = socket;
        if (closed) {
            socket.close();
        }
        return socket;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listener.close();
        Socket socket = current;
        if (socket != null) {
            socket.close();
        }
    }
}
