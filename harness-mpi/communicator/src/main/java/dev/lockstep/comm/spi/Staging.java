package dev.lockstep.comm.spi;

import java.nio.ByteBuffer;

/**
 * Direct buffers that stand in for heap buffers where a library needs memory that stays where it is, for
 * implementations. Free ones are kept by size, in powers of two, so that a loop allocates nothing. For one thread at a
 * time.
 */
public final class Staging {
    private static final int SIZES = 32;
    private static final int KEPT_PER_SIZE = 64;
    /** Larger ones, in bytes, are not kept. */
    private static final int LARGEST_KEPT = 1 << 22;

    private final ByteBuffer[][] free = new ByteBuffer[SIZES][];
    private final int[] count = new int[SIZES];

    /** Lends a direct buffer of at least so many bytes, whose contents, position and limit say nothing. */
    public ByteBuffer take(int bytes) {
        int size = size(bytes);
        if (count[size] > 0) {
            return free[size][--count[size]];
        }
        return ByteBuffer.allocateDirect(bytes <= LARGEST_KEPT ? 1 << size : bytes);
    }

    /** Takes back a buffer that was lent, and is no longer used. */
    public void give(ByteBuffer buffer) {
        int size = size(buffer.capacity());
        if (buffer.capacity() > LARGEST_KEPT) {
            return;
        }
        if (free[size] == null) {
            free[size] = new ByteBuffer[KEPT_PER_SIZE];
        }
        if (count[size] < KEPT_PER_SIZE) {
            free[size][count[size]++] = buffer;
        }
    }

    /** The power of two that holds so many bytes, 64 at least. */
    private static int size(int bytes) {
        return bytes <= 64 ? 6 : 32 - Integer.numberOfLeadingZeros(bytes - 1);
    }
}
