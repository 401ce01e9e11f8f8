package dev.lockstep.cli.suite;

import dev.lockstep.codec.benchmarks.CallSitesBenchmark;
import dev.lockstep.codec.benchmarks.ContendedBenchmark;
import dev.lockstep.codec.benchmarks.DecodeBenchmark;
import dev.lockstep.codec.benchmarks.EncodeBenchmark;
import dev.lockstep.codec.benchmarks.RoundTripBenchmark;
import dev.lockstep.codec.benchmarks.StagesBenchmark;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.pattern.EncodeSendDecodeBenchmark;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The codec benchmarks of {@code lockstep bench}: every payload with every codec would take a day. */
enum CodecParts {
    ENCODE(EncodeBenchmark.class, List.of(1), "empty,json-string,json,kryo", Map.of("buffer", List.of("fresh"))),
    DECODE(DecodeBenchmark.class, List.of(1), "empty,json-string,json,kryo", Map.of("instance", List.of("fresh"))),
    STAGES(StagesBenchmark.class, List.of(1), "json-string", Map.of()),
    ROUND_TRIP(RoundTripBenchmark.class, List.of(1), "kryo", Map.of()),
    CALL_SITES(CallSitesBenchmark.class, List.of(1), "json", Map.of()),
    CONTENDED(ContendedBenchmark.class, List.of(1, 2), "json", Map.of()),
    IN_CONTEXT(
            EncodeSendDecodeBenchmark.class,
            List.of(1),
            "empty,json-string,kryo",
            Map.of("transport", List.of("socket")));

    private final Class<?> type;
    private final List<Integer> threads;
    private final List<String> codecs;
    private final Map<String, List<String>> ways;

    CodecParts(Class<?> type, List<Integer> threads, String codecs, Map<String, List<String>> ways) {
        this.type = type;
        this.threads = threads;
        this.codecs = List.of(codecs.split(","));
        this.ways = ways;
    }

    /** The paper's payload, and codecs that make its point. */
    static Stream<BenchSuite.Selection> of(List<Benchmark> benchmarks, List<String> comms) {
        return Arrays.stream(values())
                .map(part -> new BenchSuite.Selection(
                        benchmarks.stream().filter(BenchSuite.isOf(part.type)).toList(),
                        comms,
                        part.threads,
                        part.params()));
    }

    static boolean has(Benchmark benchmark) {
        return Arrays.stream(values())
                .anyMatch(part -> BenchSuite.isOf(part.type).test(benchmark));
    }

    private Map<String, List<String>> params() {
        Map<String, List<String>> params = new TreeMap<>(ways);
        params.put("codec", codecs);
        if (this != CALL_SITES) {
            params.put("payload", List.of("ping"));
        }
        return params;
    }
}
