package dev.lockstep.comm.spi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory for messages. */
public final class Buffers {
    /** Of most machines: a larger one costs what an unaligned buffer does. */
    private static final int PAGE = 4096;

    private Buffers() {}

    /**
     * A direct buffer, zeroed, in native byte order, at the beginning of a page of {@value #PAGE} bytes, as OSU's are. An MPI
     * that copies from process to process does so by pages, and a message of one page would otherwise lie in two.
     *
     * @param bytes its capacity; 0 is allowed
     * @throws IllegalArgumentException if that is below 0
     */
    public static ByteBuffer direct(int bytes) {
        Arguments.capacity(bytes);
        if (bytes > Integer.MAX_VALUE - PAGE) {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        }
        ByteBuffer room = ByteBuffer.allocateDirect(bytes + PAGE);
        int before = room.alignmentOffset(0, PAGE);
        return room.slice(before == 0 ? 0 : PAGE - before, bytes).order(ByteOrder.nativeOrder());
    }
}
