package dev.lockstep.comm.ffm;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.spi.Staging;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * The buffers of one operation, as addresses. A direct buffer is read and written where it is; one on the heap has a
 * stand-in from the pool, from and to which it is copied. Buffers are held until the operation has ended, lest they be
 * collected while the library works on them. Reused.
 *
 * <p>The segment that tells a buffer's address does not escape, so that it is not allocated once the JIT has seen it.
 */
final class Operands {
    private static final int ARRAYS = 4;

    private final Staging staging;
    private ByteBuffer read;
    private ByteBuffer written;
    private ByteBuffer stagedRead;
    private ByteBuffer stagedWritten;
    private int position;
    private int room;
    private long from;
    private long to;
    private MemorySegment counts;

    Operands(Staging staging) {
        this.staging = staging;
    }

    /** Sets the buffers of a collective; null for one that it does not look at on this rank. */
    Operands of(ByteBuffer reads, ByteBuffer writes) {
        reads(reads);
        writes(writes);
        // Blocks may leave gaps, which stay as they were.
        copy(writes, stagedWritten);
        return this;
    }

    /** Sets a buffer that is only read. */
    Operands reads(ByteBuffer message) {
        read = message;
        stagedRead = stage(message);
        copy(message, stagedRead);
        from = address(message, stagedRead);
        return this;
    }

    /** Sets a buffer that is only written, of which no byte is read. */
    Operands writes(ByteBuffer message) {
        written = message;
        stagedWritten = stage(message);
        to = address(message, stagedWritten);
        position = message == null ? 0 : message.position();
        room = message == null ? 0 : message.remaining();
        return this;
    }

    /** The address of what is read; MPI_IN_PLACE, or 0 for nothing. */
    long from() {
        return from;
    }

    /** The address of what is written; MPI_IN_PLACE, or 0 for nothing. */
    long to() {
        return to;
    }

    /** The length in bytes of what is written. */
    int room() {
        return room;
    }

    /** Whether the length of a message that came in must be known. */
    boolean copiesOut() {
        return stagedWritten != null;
    }

    /** Copies the input once more: a persistent operation sends what the buffer holds when it is started. */
    void copyIn() {
        copy(read, stagedRead);
    }

    /** Copies the output to where it belongs. */
    void copyOut(int bytes) {
        if (stagedWritten != null) {
            written.put(position, stagedWritten, 0, bytes);
        }
    }

    /** Ends the use of the buffers. */
    void release() {
        if (stagedRead != null) {
            staging.give(stagedRead);
        }
        if (stagedWritten != null) {
            staging.give(stagedWritten);
        }
        read = null;
        written = null;
        stagedRead = null;
        stagedWritten = null;
    }

    /**
     * Copies an array with an entry for each rank to native memory, and returns its address. It stays there until the
     * next use of the same place: an operation under way may look at it until it ends (MPI 4.1, section 6.12).
     *
     * @param place 0 to 3
     * @param unit how many of the array's units are one of the library's: a power of two
     */
    long array(int place, int[] values, int unit) {
        if (counts == null) {
            counts = Arena.ofAuto().allocate((long) ARRAYS * values.length * Integer.BYTES, Integer.BYTES);
        }
        long first = (long) place * values.length;
        int shift = Integer.numberOfTrailingZeros(unit);
        for (int i = 0; i < values.length; i++) {
            counts.setAtIndex(JAVA_INT, first + i, values[i] >> shift);
        }
        return counts.address() + first * Integer.BYTES;
    }

    private ByteBuffer stage(ByteBuffer message) {
        return isNone(message) || message.isDirect() ? null : staging.take(message.remaining());
    }

    private static void copy(ByteBuffer message, ByteBuffer staged) {
        if (staged != null) {
            staged.put(0, message, message.position(), message.remaining());
        }
    }

    private static long address(ByteBuffer message, ByteBuffer staged) {
        if (isNone(message)) {
            return message == null ? 0 : MpiAbi.IN_PLACE;
        }
        return Operands.address(staged == null ? message : staged);
    }

    /** The address of a direct buffer's message. */
    static long address(ByteBuffer direct) {
        return MemorySegment.ofBuffer(direct).address();
    }

    private static boolean isNone(ByteBuffer message) {
        return message == null || message == Collectives.IN_PLACE;
    }
}
