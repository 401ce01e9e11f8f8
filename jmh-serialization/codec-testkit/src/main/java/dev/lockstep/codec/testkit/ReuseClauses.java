package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.payload.NumericBlock;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Clauses on buffers and instances that are used again. */
final class ReuseClauses {
    private static final int ROUNDS = 3;
    private static final int WARM_UP = 20;

    private ReuseClauses() {}

    static <T> List<Clause> of(Subject<T> subject) {
        List<Clause> all = new ArrayList<>();
        all.add(subject.clause("a buffer is used again and again", () -> buffer(subject)));
        all.add(subject.clause("decoding into an object", () -> instance(subject)));
        if (subject.family().type() == NumericBlock.class && subject.has(Capability.REUSED_BUFFERS)) {
            all.add(subject.clause("a buffer is all the memory that encoding needs", () -> memory(subject)));
        }
        return all;
    }

    private static <T> void buffer(Subject<T> subject) {
        Codec<T> codec = subject.codec();
        int most = subject.family().plain().stream()
                .mapToInt(value -> codec.encode(value).remaining())
                .max()
                .orElseThrow();
        ByteBuffer buffer = ByteBuffer.allocate(most);
        for (int round = 0; round < ROUNDS; round++) {
            for (T value : subject.family().plain()) {
                codec.encode(value, buffer.clear());
                subject.expectDecoded(codec, value, buffer.flip(), "by a buffer used before");
            }
        }
    }

    private static <T> void instance(Subject<T> subject) {
        boolean reuses = subject.has(Capability.REUSED_INSTANCES);
        Codec<T> codec = subject.codec();
        List<T> values = subject.family().plain();
        T reused = codec.decode(codec.encode(values.get(values.size() - 1)));
        for (T value : values) {
            ByteBuffer bytes = codec.encode(value);
            T decoded = codec.decode(bytes, reused);
            subject.expectSame(value, decoded, "into an object");
            Expect.that(!bytes.hasRemaining(), "%s bytes were not read", bytes.remaining());
            Expect.that((decoded == reused) == reuses, "the object was%s reused", reuses ? " not" : "");
            T other = codec.decode(codec.encode(value));
            Expect.that(other != reused, "decoding without an object to reuse gave an earlier one");
        }
    }

    private static <T> void memory(Subject<T> subject) {
        Codec<T> codec = subject.codec();
        T block = subject.family().type().cast(NumericBlock.of(1 << 16, 1));
        int size = codec.encode(block).remaining();
        ByteBuffer buffer = ByteBuffer.allocate(size);
        for (int i = 0; i < WARM_UP; i++) {
            codec.encode(block, buffer.clear());
        }
        Allocation before = Allocation.now();
        codec.encode(block, buffer.clear());
        long since = before.since();
        Expect.that(since < size / 4, "%s bytes of memory were taken to encode %s bytes", since, size);
    }
}
