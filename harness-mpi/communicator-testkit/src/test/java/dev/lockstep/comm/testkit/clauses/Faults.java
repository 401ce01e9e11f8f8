package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Small things that go wrong with buffers. */
public final class Faults {
    private Faults() {}

    /** The last byte of a message changes; one of zero bytes has none. */
    static void flip(ByteBuffer buffer) {
        if (buffer.hasRemaining()) {
            int last = buffer.limit() - 1;
            buffer.put(last, (byte) (buffer.get(last) ^ 0x40));
        }
    }

    /** The byte order that is not the machine's. */
    static ByteOrder foreign() {
        return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    static ByteBuffer copy(ByteBuffer message) {
        ByteBuffer copy = ByteBuffer.allocate(message.remaining()).order(ByteOrder.nativeOrder());
        copy.put(0, message, message.position(), message.remaining());
        return copy;
    }

    /** A copy whose last byte is another one. */
    public static ByteBuffer flipped(ByteBuffer message) {
        ByteBuffer copy = copy(message);
        flip(copy);
        return copy;
    }

    /** A message as if its buffer began with it. */
    static ByteBuffer misplaced(ByteBuffer message) {
        return message.duplicate().clear().limit(message.remaining());
    }

    /** A status that counts one byte more. */
    static void miscount(Status status) {
        status.set(status.source(), status.tag(), status.bytes() + 1);
    }
}
