package dev.lockstep.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.codec.Codecs;
import dev.lockstep.codec.benchmarks.Subject;
import dev.lockstep.codec.payload.Payload;
import dev.lockstep.codec.payload.Payloads;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.ThreadRanks;
import dev.lockstep.transport.benchmarks.Peers;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EncodeSendDecodeTest {
    private static Map<String, String> params(String transport, String codec, String payload) {
        return Map.of("comm", "local", "transport", transport, "codec", codec, "payload", payload);
    }

    /** Each codec with one payload, each payload with one codec, and each transport: the exchange looks into none of them. */
    static Stream<Arguments> sent() {
        Stream<Arguments> codecs =
                Codecs.discover().names().stream().map(codec -> Arguments.of("socket", codec, "ping"));
        Stream<Arguments> payloads =
                Payloads.all().stream().map(Payload::name).map(payload -> Arguments.of("socket", "kryo", payload));
        Stream<Arguments> transports =
                States.TRANSPORTS.stream().map(transport -> Arguments.of(transport, "json-string", "ping"));
        return Stream.of(codecs, payloads, transports).flatMap(some -> some).filter(some -> {
            Object[] values = some.get();
            return new Marshalled()
                    .obstacle(params((String) values[0], (String) values[1], (String) values[2]), 1)
                    .isEmpty();
        });
    }

    @Test
    void mostCombinationsCanRun() {
        assertThat(sent()).hasSizeGreaterThan(28);
    }

    @ParameterizedTest
    @MethodSource("sent")
    void objectsAreSentFromRankToRank(String transport, String codec, String payload) throws Exception {
        Peers peers = States.peers(transport);
        ThreadRanks.run(2, rank -> {
            EncodeSendDecodeBenchmark benchmark = new EncodeSendDecodeBenchmark();
            Subject subject = States.subject(codec, payload);
            benchmark.connect(rank, peers, subject);
            benchmark.startTogether(rank);
            benchmark.fill(rank);
            assertThatIllegalStateException()
                    .isThrownBy(() -> benchmark.check(rank))
                    .withMessageContaining("nothing was received");
            for (int i = 0; i < 3; i++) {
                assertThat(benchmark.encodeSendDecode(rank, new OpTimes())).isEqualTo(subject.value());
            }
            benchmark.check(rank);
            benchmark.disconnect(rank, peers);
        });
    }

    @Test
    void whatTheTransportOrTheCodecLacksIsSaid() {
        Marshalled rule = new Marshalled();
        Map<String, String> params = new TreeMap<>(params("socket", "java", "ping"));
        assertThat(rule.obstacle(params, 1)).isEmpty();
        params.put("instance", "reused");
        assertThat(rule.obstacle(params, 1))
                .hasValueSatisfying(
                        obstacle -> assertThat(obstacle.reason()).startsWith("codec java has no REUSED_INSTANCES"));
        params.putAll(Map.of("transport", "communicator", "comm", "none"));
        assertThat(rule.obstacle(params, 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).startsWith("transport communicator"));
    }

    /** The report knows runs by this name that are older than the declaration. */
    @Test
    void theReportKnowsWhatItIs() throws NoSuchMethodException {
        Reported reported = EncodeSendDecodeBenchmark.class
                .getMethod("encodeSendDecode", Rank.class, OpTimes.class)
                .getAnnotation(Reported.class);
        assertThat(reported.section()).isEqualTo("serialization");
        assertThat(reported.stage()).isEqualTo("exchange");
    }
}
