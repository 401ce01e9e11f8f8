package dev.lockstep.transport.benchmarks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** One connection for all messages both ways. */
record OpenWire(Socket socket) implements Wire {

    /**
     * Connects the pair.
     *
     * @param caller true for the peer that connects, false for the one that accepts
     * @param listener this peer's; closed here, since it has served its purpose
     * @param peer where the other listens
     */
    static OpenWire connect(boolean caller, ServerSocket listener, InetSocketAddress peer, int timeoutMillis)
            throws IOException {
        try (listener) {
            Socket socket;
            if (caller) {
                socket = new Socket();
                socket.connect(peer, timeoutMillis);
            } else {
                listener.setSoTimeout(timeoutMillis);
                socket = listener.accept();
            }
            socket.setTcpNoDelay(true);
            return new OpenWire(socket);
        }
    }

    @Override
    public void send(byte[] message) throws IOException {
        socket.getOutputStream().write(message);
    }

    @Override
    public void recv(byte[] message) throws IOException {
        Wire.readFully(socket, message);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
