package dev.lockstep.comm.openmpi;

import java.nio.ByteBuffer;

/**
 * Direct buffers that stand in for heap buffers, which the bindings refuse in non-blocking calls and copy themselves in
 * blocking ones. Free ones are kept by size, in powers of two.
 */
final class Staging {
    private static final int SIZES = 32;
    private static final int KEPT_PER_SIZE = 64;
    /** Larger ones, in bytes, are not kept. */
    private static final int LARGEST_KEPT = 1 << 22;

    private final ByteBuffer[][] free = new ByteBuffer[SIZES][];
    private final int[] count = new int[SIZES];

    /** A buffer of at least so many bytes. */
    ByteBuffer take(int bytes) {
        int size = size(bytes);
        if (count[size] > 0) {
            return free[size][--count[size]];
        }
        return ByteBuffer.allocateDirect(bytes <= LARGEST_KEPT ? 1 << size : bytes);
    }

    void give(ByteBuffer buffer) {
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
