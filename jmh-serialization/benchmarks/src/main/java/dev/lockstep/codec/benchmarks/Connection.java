package dev.lockstep.codec.benchmarks;

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Rendezvous;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * One always-open connection between two ranks. A message is its length in four bytes, and then so many bytes; at most
 * one is on its way at a time.
 */
final class Connection implements Closeable {
    /** The length of what stands before each message. */
    static final int HEADER_BYTES = Integer.BYTES;

    private static final int CONNECT_MILLIS = 30_000;

    private final Socket socket;

    private Connection(Socket socket) {
        this.socket = socket;
    }

    /**
     * Connects a pair; all ranks call it together.
     *
     * @param peer the other's rank; the lower one calls, the other one accepts
     * @throws IOException if the peer does not come
     */
    static Connection open(Rank rank, int peer) throws IOException {
        Rendezvous rendezvous = new Rendezvous(rank, peer);
        try (ServerSocket listener = rendezvous.listen()) {
            InetSocketAddress theirs = rendezvous.exchange(listener);
            Socket socket;
            if (rank.rank() < peer) {
                socket = new Socket();
                socket.connect(theirs, CONNECT_MILLIS);
            } else {
                listener.setSoTimeout(CONNECT_MILLIS);
                socket = listener.accept();
            }
            socket.setTcpNoDelay(true);
            return new Connection(socket);
        }
    }

    /**
     * Sends a message by one write.
     *
     * @param frame has an array; from 0 to the position, room for the header and then the message
     */
    void send(ByteBuffer frame) throws IOException {
        frame.putInt(0, frame.position() - HEADER_BYTES);
        socket.getOutputStream().write(frame.array(), frame.arrayOffset(), frame.position());
    }

    /**
     * Receives a message by as few reads as TCP allows.
     *
     * @param frame has an array, and room for header and message; its position and limit become the message's
     */
    void receive(ByteBuffer frame) throws IOException {
        InputStream in = socket.getInputStream();
        frame.clear();
        int wanted = HEADER_BYTES;
        for (int got = 0; got < wanted; ) {
            int n = in.read(frame.array(), frame.arrayOffset() + got, frame.capacity() - got);
            if (n < 0) {
                throw new EOFException("the peer closed its socket after " + got + " bytes of a message");
            }
            got += n;
            if (got >= HEADER_BYTES) {
                wanted = HEADER_BYTES + frame.getInt(0);
            }
            if (wanted < HEADER_BYTES || wanted > frame.capacity() || got > wanted) {
                throw new IOException("a message of " + wanted + " bytes, of which " + got + " came, does not fit into "
                        + frame.capacity());
            }
        }
        frame.position(HEADER_BYTES).limit(wanted);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
