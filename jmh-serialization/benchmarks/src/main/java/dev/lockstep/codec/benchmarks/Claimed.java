package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.StagedCodec;
import dev.lockstep.harness.CombinationRule;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rule that codecs are measured on the payloads that they claim, and used in the ways that they declare. It goes by
 * the benchmarks' parameters {@code codec}; {@code payload}, or {@code types}; and {@code instance}.
 */
public class Claimed implements CombinationRule {

    @Override
    public final Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
        boolean reused = ResultPlacement.REUSED.equals(params.get("instance"));
        return payloads(params)
                .map(payload -> Choice.of(params.get("codec"), payload))
                .flatMap(choice -> Stream.of(
                        choice.obstacle(),
                        reused ? choice.lack(Capability.REUSED_INSTANCES) : Optional.<Obstacle>empty())
                        .filter(Optional::isPresent)
                        .findFirst()
                        .orElseGet(() -> further(choice))
                        .stream())
                .findFirst();
    }

    private static Stream<String> payloads(Map<String, String> params) {
        return params.containsKey("types")
                ? Arrays.stream(CallSitesBenchmark.payloads(params.get("types")))
                : Stream.of(params.get("payload"));
    }

    /** A further obstacle to a choice that can be encoded; empty if there is none. */
    Optional<Obstacle> further(Choice choice) {
        return Optional.empty();
    }

    /** The rule for codecs that go through another form. */
    public static final class InStages extends Claimed {
        /** The constructor for the harness. */
        public InStages() {}

        @Override
        Optional<Obstacle> further(Choice choice) {
            return choice.open() instanceof StagedCodec
                    ? Optional.empty()
                    : Optional.of(new Obstacle(
                            "the codec has no stages: it goes straight to bytes and back",
                            "its whole way is in EncodeBenchmark and DecodeBenchmark"));
        }
    }

    /** The rule for codecs that several threads may share. */
    public static final class ByThreads extends Claimed {
        /** The constructor for the harness. */
        public ByThreads() {}

        @Override
        Optional<Obstacle> further(Choice choice) {
            return choice.lack(Capability.THREADS);
        }
    }
}
