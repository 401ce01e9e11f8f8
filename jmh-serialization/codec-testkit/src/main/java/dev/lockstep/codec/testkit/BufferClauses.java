package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Codec;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Clauses on positions, limits and byte orders, of buffers of every kind. */
final class BufferClauses {
    /** Bytes before and after those that the codec may touch. */
    private static final int MARGIN = 13;

    private static final byte UNTOUCHED = 0x5a;

    private static final List<IntFunction<ByteBuffer>> KINDS = List.of(
            ByteBuffer::allocate,
            ByteBuffer::allocateDirect,
            n -> ByteBuffer.allocate(n + 5).position(5).slice(),
            n -> ByteBuffer.allocate(n).order(ByteOrder.LITTLE_ENDIAN));

    private BufferClauses() {}

    static <T> List<Clause> of(Subject<T> subject) {
        return List.of(
                subject.clause("buffers are filled from position on", () -> filled(subject)),
                subject.clause("buffers are read from position to limit", () -> read(subject)),
                subject.clause("a buffer that is too small is refused", () -> tooSmall(subject)),
                subject.clause("a buffer that is refused stays where it was", () -> stays(subject)),
                subject.clause("null is refused", () -> nothing(subject)));
    }

    private static ByteBuffer framed(IntFunction<ByteBuffer> kind, int size) {
        ByteBuffer buffer = kind.apply(size + 2 * MARGIN);
        for (int i = 0; i < MARGIN; i++) {
            buffer.put(i, UNTOUCHED).put(MARGIN + size + i, UNTOUCHED);
        }
        return buffer.position(MARGIN).limit(MARGIN + size);
    }

    /** Fails unless both margins around so many bytes are unchanged. */
    private static void expectFrame(ByteBuffer buffer, int size) {
        ByteBuffer all = buffer.duplicate().clear();
        for (int i = 0; i < MARGIN; i++) {
            Expect.that(all.get(i) == UNTOUCHED, "a byte was written before the position, at %s", i);
            int after = MARGIN + size + i;
            Expect.that(all.get(after) == UNTOUCHED, "a byte was written behind the %s bytes, at %s", size, after);
        }
    }

    private static <T> void filled(Subject<T> subject) {
        Codec<T> codec = subject.codec();
        for (IntFunction<ByteBuffer> kind : KINDS) {
            for (T value : subject.family().plain()) {
                int size = codec.encode(value).remaining();
                ByteBuffer buffer = framed(kind, size);
                ByteOrder order = buffer.order();
                codec.encode(value, buffer);
                int end = buffer.position();
                Expect.that(end > MARGIN || size == 0, "the position did not move");
                Expect.that(buffer.limit() == MARGIN + size, "the limit was moved to %s", buffer.limit());
                Expect.that(buffer.order() == order, "the byte order was changed to %s", buffer.order());
                expectFrame(buffer, size);
                subject.expectDecoded(codec, value, buffer.flip().position(MARGIN), "from a buffer that was filled");
            }
        }
    }

    private static <T> void read(Subject<T> subject) {
        Codec<T> codec = subject.codec();
        for (IntFunction<ByteBuffer> kind : KINDS) {
            for (T value : subject.family().plain()) {
                byte[] bytes = Expect.copy(codec.encode(value));
                ByteBuffer buffer = framed(kind, bytes.length);
                ByteOrder order = buffer.order();
                buffer.put(bytes).position(MARGIN);
                subject.expectDecoded(codec, value, buffer, "from within a buffer");
                Expect.that(buffer.limit() == MARGIN + bytes.length, "the limit was moved to %s", buffer.limit());
                Expect.that(buffer.order() == order, "the byte order was changed to %s", buffer.order());
                ByteBuffer sealed = buffer.position(MARGIN).asReadOnlyBuffer().order(order);
                subject.expectDecoded(codec, value, sealed, "from a read-only buffer");
                Expect.that(Arrays.equals(bytes, Expect.copy(buffer.position(MARGIN))), "what is decoded was changed");
            }
        }
    }

    private static <T> void tooSmall(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        T value = subject.family().first();
        int size = codec.encode(value).remaining();
        for (IntFunction<ByteBuffer> kind : KINDS) {
            for (int room = 0; room < size; room++) {
                ByteBuffer buffer = framed(kind, room);
                Expect.raises(
                        BufferOverflowException.class,
                        "room for " + room + " of " + size + " bytes",
                        () -> codec.encode(value, buffer));
                Expect.that(buffer.position() == MARGIN, "the position was moved to %s", buffer.position());
                Expect.that(buffer.limit() == MARGIN + room, "the limit was moved to %s", buffer.limit());
                expectFrame(buffer, room);
            }
        }
        subject.expectWorking(codec, "buffers that were too small");
    }

    private static <T> void stays(Subject<T> subject) {
        Codec<T> codec = subject.codec();
        byte[] bytes = Expect.copy(codec.encode(subject.family().first()));
        for (int length = 0; length < bytes.length; length++) {
            ByteBuffer buffer = framed(KINDS.get(length % KINDS.size()), length);
            buffer.put(bytes, 0, length).position(MARGIN);
            boolean decoded = BadInputClauses.decoded(codec, buffer);
            int expected = decoded ? MARGIN + length : MARGIN;
            Expect.that(
                    buffer.position() == expected,
                    "the position is %s instead of %s after %s of %s bytes that were %s",
                    buffer.position(),
                    expected,
                    length,
                    bytes.length,
                    decoded ? "decoded" : "refused");
            Expect.that(buffer.limit() == MARGIN + length, "the limit was moved to %s", buffer.limit());
        }
    }

    private static <T> void nothing(Subject<T> subject) throws Exception {
        Codec<T> codec = subject.codec();
        Expect.refused("encoding null", () -> codec.encode(null));
        Expect.refused("encoding null to a buffer", () -> codec.encode(null, ByteBuffer.allocate(100)));
        subject.expectWorking(codec, "null");
    }
}
