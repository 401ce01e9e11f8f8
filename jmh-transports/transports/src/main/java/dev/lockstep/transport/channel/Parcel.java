package dev.lockstep.transport.channel;

import java.nio.ByteBuffer;

/** Memory for one message on its way out, behind a header of four bytes. */
final class Parcel {
    static final int HEADER = Integer.BYTES;

    /** Whether it must leave before anything else; written by who writes to the channel. */
    volatile boolean queued;

    /** From position to limit what has yet to leave. */
    private ByteBuffer bytes;

    private ByteBuffer view;

    Parcel(int length) {
        allocate(HEADER + length);
    }

    private void allocate(int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
        view = bytes.duplicate();
    }

    /** The place of a message of that length. */
    ByteBuffer room(int length) {
        if (bytes.capacity() < HEADER + length) {
            allocate(Math.max(HEADER + length, 2 * bytes.capacity()));
        }
        return view.limit(HEADER + length).position(HEADER);
    }

    /** What is to leave: the header, and as many bytes as were written behind it. */
    ByteBuffer seal(int header, int length) {
        return bytes.clear().putInt(0, header).limit(HEADER + length);
    }

    ByteBuffer bytes() {
        return bytes;
    }
}
