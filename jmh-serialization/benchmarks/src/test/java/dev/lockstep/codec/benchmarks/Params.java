package dev.lockstep.codec.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.openjdk.jmh.annotations.Param;

/** The benchmarks' parameters, without JMH around them. */
final class Params {
    private Params() {}

    /** A parameter's values by default. */
    static List<String> values(Class<?> state, String name) throws NoSuchFieldException {
        return Arrays.asList(
                state.getDeclaredField(name).getAnnotation(Param.class).value());
    }

    static CodecName codec(String name) {
        CodecName state = new CodecName();
        state.codec = name;
        return state;
    }

    static PayloadName payload(String name) {
        PayloadName state = new PayloadName();
        state.payload = name;
        return state;
    }

    static Subject subject(String codec, String payload) {
        Subject subject = new Subject();
        subject.make(codec(codec), payload(payload));
        return subject;
    }

    /** Every codec with every payload that it claims. */
    static Stream<Arguments> claimed() throws NoSuchFieldException {
        List<String> payloads = values(PayloadName.class, "payload");
        return values(CodecName.class, "codec").stream()
                .flatMap(codec -> payloads.stream()
                        .filter(payload -> Choice.of(codec, payload).obstacle().isEmpty())
                        .map(payload -> Arguments.of(codec, payload)));
    }
}
