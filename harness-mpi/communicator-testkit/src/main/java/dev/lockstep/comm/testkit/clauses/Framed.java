package dev.lockstep.comm.testkit.clauses;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Buffers of every kind whose message has known bytes before and behind it, which nobody may touch. */
enum Framed {
    DIRECT,
    HEAP,
    DIRECT_SLICE,
    HEAP_SLICE;

    /** The value of all bytes that no operation has written. */
    static final int UNTOUCHED = 90;

    private static final int FRAME = 12;

    static final List<Framed> ALL = List.of(values());

    /** A buffer of so many untouched bytes. */
    ByteBuffer of(int bytes) {
        int all = bytes + 2 * FRAME;
        ByteBuffer whole = switch (this) {
            case DIRECT -> Messages.direct(all);
            case HEAP -> Messages.heap(all);
            case DIRECT_SLICE -> Messages.direct(all + 5).slice(5, all).order(ByteOrder.nativeOrder());
            case HEAP_SLICE -> Messages.heap(all + 5).slice(5, all).order(ByteOrder.nativeOrder());
        };
        return Messages.fill(whole, UNTOUCHED).limit(FRAME + bytes).position(FRAME);
    }

    /** The message alone, with position 0. */
    static ByteBuffer message(ByteBuffer framed) {
        return framed.slice().order(ByteOrder.nativeOrder());
    }

    /** A block of a message, to be filled. */
    static ByteBuffer block(ByteBuffer framed, int offset, int bytes) {
        return framed.slice(framed.position() + offset, bytes).order(ByteOrder.nativeOrder());
    }

    /** Fails if anything was written before or behind the message, or if the message moved. */
    static void expectFrame(ByteBuffer framed, String what) {
        Expect.equal(FRAME, framed.position(), "the position of " + what);
        Expect.equal(framed.capacity() - FRAME, framed.limit(), "the limit of " + what);
        for (int i = 0; i < FRAME; i++) {
            untouched(framed, i, what);
            untouched(framed, framed.limit() + i, what);
        }
    }

    /** Fails if a block of the message was written. */
    static void expectGap(ByteBuffer framed, int offset, int bytes, String what) {
        for (int i = 0; i < bytes; i++) {
            untouched(framed, framed.position() + offset + i, what);
        }
    }

    private static void untouched(ByteBuffer framed, int index, String what) {
        if (Messages.byteAt(framed, index) != Messages.at(UNTOUCHED, index)) {
            throw new AssertionError("byte " + index + " of " + what + ", outside what was to be written, has changed");
        }
    }
}
