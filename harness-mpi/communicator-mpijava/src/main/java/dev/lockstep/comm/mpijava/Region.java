package dev.lockstep.comm.mpijava;

import java.nio.ByteBuffer;

/**
 * A message as the library needs it: an array and an offset. That is the buffer's own array if it shows one; else bytes
 * are copied once, to or from an array of this region's, which grows and is kept.
 */
final class Region {
    private static final byte[] NONE = {};

    /** Larger ones, in bytes, are not kept. */
    private static final int LARGEST_KEPT = 1 << 22;

    private byte[] array = NONE;
    private byte[] own = NONE;
    private int offset;
    private ByteBuffer message;
    private int position;
    private int room;

    /** The array that holds the message. */
    byte[] array() {
        return array;
    }

    /** The index at which the message begins. */
    int offset() {
        return offset;
    }

    /** The most bytes that it may have. */
    int room() {
        return room;
    }

    /** Prepares a message that the library reads. */
    Region read(ByteBuffer from) {
        write(from);
        if (array == own) {
            from.get(position, own, 0, room);
        }
        return this;
    }

    /** Prepares a message that the library writes. */
    Region write(ByteBuffer to) {
        message = to;
        position = to.position();
        room = to.remaining();
        if (to.hasArray()) {
            array = to.array();
            offset = to.arrayOffset() + position;
        } else {
            array = own(room);
            offset = 0;
        }
        return this;
    }

    /** An array of its own with the bytes of a buffer, whatever becomes of that. */
    Region copyOf(ByteBuffer from) {
        message = from;
        position = from.position();
        room = from.remaining();
        array = own(room);
        offset = 0;
        from.get(position, own, 0, room);
        return this;
    }

    /** As {@link #read}, at the beginning of an array. */
    Region readAtZero(ByteBuffer from) {
        return beginsAtZero(from) ? read(from) : copyOf(from);
    }

    /** As {@link #write}, at the beginning of an array. */
    Region writeAtZero(ByteBuffer to) {
        write(to);
        if (offset != 0) {
            array = own(room);
            offset = 0;
        }
        return this;
    }

    private static boolean beginsAtZero(ByteBuffer buffer) {
        return buffer.hasArray() && buffer.arrayOffset() + buffer.position() == 0;
    }

    /** Room for what the library moves through this rank, or for nothing. */
    Region scratch(int bytes) {
        array = own(bytes);
        offset = 0;
        room = bytes;
        return this;
    }

    /** Copies the first bytes that the library wrote to where they belong. */
    void back(int bytes) {
        back(0, bytes);
    }

    /** Copies some bytes that the library wrote to where they belong. */
    void back(int at, int bytes) {
        if (array == own && bytes > 0) {
            message.put(position + at, own, at, bytes);
        }
    }

    /** Copies blocks that the library wrote to where they belong; what lies between them stays as it was. */
    void back(int[] counts, int[] displacements) {
        for (int i = 0; i < counts.length; i++) {
            back(displacements[i], counts[i]);
        }
    }

    /** Lets go of the buffer. */
    void clear() {
        message = null;
        array = NONE;
        if (own.length > LARGEST_KEPT) {
            own = NONE;
        }
    }

    private byte[] own(int bytes) {
        if (own.length < bytes || own == NONE) {
            own = new byte
                    [Math.max(64, bytes <= LARGEST_KEPT ? Integer.highestOneBit(Math.max(1, bytes - 1)) * 2 : bytes)];
        }
        return own;
    }
}
