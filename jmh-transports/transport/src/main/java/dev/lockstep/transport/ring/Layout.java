package dev.lockstep.transport.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The places of a ring's words in its memory, which begins at a multiple of 64. What different sides write, and what is
 * written often and seldom, is two lines apart, since processors fetch lines in pairs.
 */
public final class Layout {
    static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    static final int LINE = 64;
    static final int HEADER = Long.BYTES;

    /** The bytes that the reader has consumed; the reader's. */
    static final int READ = 0;
    /** Not zero once the reader is closed; the reader's. */
    static final int READER_CLOSED = 2 * LINE;
    /** Not zero once the writer is closed; the writer's. */
    static final int WRITER_CLOSED = 4 * LINE;

    static final int RECORDS = 6 * LINE;

    /** The length of a record that only fills the ring up to its end. */
    static final int PADDING = -1;

    private static final int SMALLEST = 1 << 16;

    private Layout() {}

    /**
     * The memory of a ring that has room for two of the largest messages, and for a few hundred small ones.
     *
     * @param largest message, in bytes
     * @return its size in bytes, a multiple of 64
     */
    public static int bytes(int largest) {
        return Math.max(SMALLEST, 2 * (record(largest) + LINE)) + RECORDS;
    }

    /** The largest message of which a ring of so many bytes has room for two. */
    public static int largest(int bytes) {
        return ((bytes - RECORDS) / 2 & -LINE) - LINE - HEADER;
    }

    /** The bytes of a record. */
    static int record(int length) {
        return (length + HEADER + LINE - 1) & -LINE;
    }

    static long get(ByteBuffer memory, int at) {
        return (long) WORD.getAcquire(memory, at);
    }

    static void set(ByteBuffer memory, int at, long value) {
        WORD.setRelease(memory, at, value);
    }
}
