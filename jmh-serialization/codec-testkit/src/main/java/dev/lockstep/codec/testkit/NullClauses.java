package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;

/** Clauses on nulls: they come back as nulls or are refused, as declared, and never become something else. */
final class NullClauses {
    private NullClauses() {}

    static <T> List<Clause> of(Subject<T> subject) {
        return subject.family().withNulls().keySet().stream()
                .sorted()
                .map(capability -> of(subject, capability))
                .toList();
    }

    private static <T> Clause of(Subject<T> subject, Capability capability) {
        String words = capability.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        List<T> values = subject.family().withNulls().get(capability);
        return subject.has(capability)
                ? subject.clause(words + " come back", () -> comeBack(subject, values))
                : subject.clause(words + " are refused", () -> refused(subject, values));
    }

    private static <T> void comeBack(Subject<T> subject, List<T> values) {
        Codec<T> codec = subject.codec();
        for (T value : values) {
            subject.expectDecoded(codec, value, codec.encode(value), "with a null");
            ByteBuffer buffer = ByteBuffer.allocate(codec.encode(value).remaining());
            codec.encode(value, buffer);
            subject.expectDecoded(codec, value, buffer.flip(), "with a null, by a buffer");
        }
    }

    private static <T> void refused(Subject<T> subject, List<T> values) throws Exception {
        Codec<T> codec = subject.codec();
        for (T value : values) {
            ByteBuffer buffer = ByteBuffer.allocate(100_000);
            Expect.refused(value.toString(), () -> codec.encode(value));
            Expect.refused(value.toString(), () -> codec.encode(value, buffer));
            Expect.that(buffer.position() == 0, "the position was moved to %s", buffer.position());
            subject.expectWorking(codec, "a null");
        }
    }
}
