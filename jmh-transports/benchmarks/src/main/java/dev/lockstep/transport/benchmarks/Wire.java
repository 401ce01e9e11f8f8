package dev.lockstep.transport.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;

/** Carries whole messages between the two peers of a pair over TCP. */
interface Wire extends AutoCloseable {

    void send(byte[] message) throws IOException;

    void recv(byte[] message) throws IOException;

    /**
     * Closes all sockets, also while another thread waits in one: that thread gets a {@link java.net.SocketException}.
     */
    @Override
    void close() throws IOException;

    /** Reads as often as it takes: TCP has no message boundaries. */
    static void readFully(Socket socket, byte[] message) throws IOException {
        int read = socket.getInputStream().readNBytes(message, 0, message.length);
        if (read < message.length) {
            throw new EOFException("the peer closed its socket after " + read + " of " + message.length + " bytes");
        }
    }
}
