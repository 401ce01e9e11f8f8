package dev.lockstep.transport.channel;

import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The reading side of a channel that does not block: bytes come in as they like, messages go out whole. */
final class Reader {
    private static final int SMALLEST = 1 << 16;

    private final SocketChannel channel;
    private final int largest;

    /** A stranger gets no more than this. */
    private ByteBuffer bytes = ByteBuffer.allocate(Parcel.HEADER).limit(0);

    private ByteBuffer view;
    private boolean greeted;

    Reader(SocketChannel channel, boolean greeted, int largest) {
        this.channel = channel;
        this.largest = largest;
        if (greeted) {
            welcome();
        }
    }

    private void welcome() {
        greeted = true;
        bytes = ByteBuffer.allocateDirect(SMALLEST).limit(0);
        view = bytes.duplicate();
    }

    /**
     * The length of the next message, which is whole; -1 if there is none yet.
     *
     * @throws StrangerException if what has come is none of ours
     */
    int ready() throws StrangerException {
        if (!greeted) {
            if (bytes.remaining() < Parcel.HEADER) {
                return -1;
            }
            if (bytes.getInt() != Tcp.GREETING) {
                throw new StrangerException();
            }
            welcome();
        }
        if (bytes.remaining() < Parcel.HEADER) {
            return -1;
        }
        int length = bytes.getInt(bytes.position());
        if (length < 0 || length > largest) {
            throw new StrangerException();
        }
        if (bytes.remaining() < Parcel.HEADER + length) {
            makeRoom(Parcel.HEADER + length);
            return -1;
        }
        return length;
    }

    private void makeRoom(int needed) {
        if (bytes.capacity() < needed) {
            bytes = ByteBuffer.allocateDirect(needed).put(bytes).flip();
            view = bytes.duplicate();
        }
    }

    /**
     * Reads what is there.
     *
     * @return false if the connection has ended between two messages
     * @throws PeerLostException if it has ended within one
     */
    boolean fill() throws IOException {
        if (!bytes.hasRemaining()) {
            bytes.clear().limit(0);
        } else if (bytes.capacity() - bytes.limit() < SMALLEST / 2 && bytes.position() > 0) {
            bytes.compact().flip();
        }
        int from = bytes.position();
        int end = bytes.limit();
        bytes.limit(bytes.capacity()).position(end);
        int count;
        try {
            count = channel.read(bytes);
        } catch (IOException e) {
            if (!channel.isOpen()) {
                throw e;
            }
            count = -1;
        } finally {
            bytes.limit(bytes.position()).position(from);
        }
        if (count < 0 && greeted && bytes.hasRemaining()) {
            throw new PeerLostException("a peer was gone after " + bytes.remaining() + " bytes of a message");
        }
        return count >= 0;
    }

    void read(int length, ByteBuffer into) {
        into.put(into.position(), bytes, bytes.position() + Parcel.HEADER, length);
        consume(length);
    }

    ByteBuffer view(int length) {
        int from = bytes.position() + Parcel.HEADER;
        return view.limit(from + length).position(from);
    }

    void consume(int length) {
        bytes.position(bytes.position() + Parcel.HEADER + length);
    }

    /** What has come is none of ours. */
    static final class StrangerException extends IOException {
        private static final long serialVersionUID = 1L;

        StrangerException() {
            super("what has come is no message");
        }
    }
}
