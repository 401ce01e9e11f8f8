package dev.lockstep.harness.link;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A part of the times of one thread of a rank, call by call. A thread's chunks come in order and tile its calls without
 * gaps; one that recorded none sends one empty chunk.
 *
 * @param rank which
 * @param thread which of its threads
 * @param calls how many the thread made in measured iterations
 * @param recorded how many of them it kept the times of
 * @param offset of the first of these times among those recorded
 * @param nanos how long each call took, in nanoseconds
 */
public record OpTimesChunk(int rank, int thread, long calls, int recorded, int offset, long[] nanos) {
    /** The most calls whose times a thread keeps: 8 MiB. */
    public static final int MAX_RECORDED = 1 << 20;

    /** The most times in one chunk: 1 MiB, well below what a frame may hold. */
    public static final int MAX_LENGTH = 1 << 17;

    private static final int HEADER_BYTES = 4 * Integer.BYTES + Long.BYTES;

    /** The payload of a {@link FrameType#OP_TIMES} frame, big-endian. */
    public byte[] format() {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + nanos.length * Long.BYTES);
        bytes.putInt(rank).putInt(thread).putLong(calls).putInt(recorded).putInt(offset);
        bytes.asLongBuffer().put(nanos);
        return bytes.array();
    }

    /**
     * Reads a payload that {@link #format} made.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static OpTimesChunk parse(byte[] payload) {
        int length = payload.length - HEADER_BYTES;
        if (length < 0 || length % Long.BYTES != 0) {
            throw new IllegalArgumentException("operation times of " + payload.length + " bytes, which is no header of "
                    + HEADER_BYTES + " and whole numbers");
        }
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        int rank = bytes.getInt();
        int thread = bytes.getInt();
        long calls = bytes.getLong();
        int recorded = bytes.getInt();
        int offset = bytes.getInt();
        long[] nanos = new long[length / Long.BYTES];
        bytes.asLongBuffer().get(nanos);
        if (recorded < 0 || recorded > MAX_RECORDED || offset < 0 || offset > recorded - nanos.length) {
            throw new IllegalArgumentException("operation times " + offset + " to " + ((long) offset + nanos.length)
                    + " of " + recorded + " recorded, of at most " + MAX_RECORDED);
        }
        return new OpTimesChunk(rank, thread, calls, recorded, offset, nanos);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OpTimesChunk o && Arrays.equals(format(), o.format());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(format());
    }
}
