package dev.lockstep.harness.link;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A part of the times of one thread of a rank, call by call. A thread's chunks come in order and tile its calls without
 * gaps; one that recorded none sends one empty chunk.
 *
 * @param rank which
 * @param thread which of its threads
 * @param clock by which it tells when calls began: the same number for ranks whose clocks are one; {@link #NO_CLOCK} where
 *     nothing holds them together, so that each begins when the one before has ended
 * @param calls how many the thread made in measured iterations
 * @param recorded how many of them it kept the times of
 * @param offset of the first of these times among those recorded
 * @param began when each call began, in nanoseconds by that clock
 * @param nanos how long each call took, in nanoseconds; below 0 if it is not to count ({@link #missed})
 */
public record OpTimesChunk(
        int rank, int thread, long clock, long calls, int recorded, int offset, long[] began, long[] nanos) {
    /** That of an exchange which goes on and on. */
    public static final long NO_CLOCK = 0;

    /** The most calls whose times a thread keeps: 16 MiB. */
    public static final int MAX_RECORDED = 1 << 20;

    /** The most times in one chunk: 1 MiB, well below what a frame may hold. */
    public static final int MAX_LENGTH = 1 << 16;

    /** The calls of a thread that serves where others are clients, and of whom none counts. */
    private static final long SERVES = -1;

    private static final int HEADER_BYTES = 4 * Integer.BYTES + 2 * Long.BYTES;

    private static final int CALL_BYTES = 2 * Long.BYTES;

    /** That of a thread that serves. */
    public static OpTimesChunk ofServer(int rank, int thread) {
        return new OpTimesChunk(rank, thread, NO_CLOCK, SERVES, 0, 0, new long[0], new long[0]);
    }

    /** Whether its thread serves. */
    public boolean isOfServer() {
        return calls == SERVES;
    }

    /** How a call is noted that took so long and is not to count, for it missed its window. */
    public static long missed(long nanos) {
        return -1 - nanos;
    }

    /** How long a call took that is noted so, whether it counts or not. */
    public static long duration(long noted) {
        return noted < 0 ? -1 - noted : noted;
    }

    /** The payload of a {@link FrameType#OP_TIMES} frame, big-endian. */
    public byte[] format() {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + nanos.length * CALL_BYTES);
        bytes.putInt(rank)
                .putInt(thread)
                .putLong(clock)
                .putLong(calls)
                .putInt(recorded)
                .putInt(offset);
        bytes.asLongBuffer().put(began).put(nanos);
        return bytes.array();
    }

    /**
     * Reads a payload that {@link #format} made.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static OpTimesChunk parse(byte[] payload) {
        int length = payload.length - HEADER_BYTES;
        if (length < 0 || length % CALL_BYTES != 0) {
            throw new IllegalArgumentException("operation times of " + payload.length + " bytes, which is no header of "
                    + HEADER_BYTES + " and whole numbers");
        }
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        int rank = bytes.getInt();
        int thread = bytes.getInt();
        long clock = bytes.getLong();
        long calls = bytes.getLong();
        int recorded = bytes.getInt();
        int offset = bytes.getInt();
        long[] began = new long[length / CALL_BYTES];
        long[] nanos = new long[length / CALL_BYTES];
        bytes.asLongBuffer().get(began).get(nanos);
        if (recorded < 0 || recorded > MAX_RECORDED || offset < 0 || offset > recorded - nanos.length) {
            throw new IllegalArgumentException("operation times " + offset + " to " + ((long) offset + nanos.length)
                    + " of " + recorded + " recorded, of at most " + MAX_RECORDED);
        }
        return new OpTimesChunk(rank, thread, clock, calls, recorded, offset, began, nanos);
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
