package dev.lockstep.cli.suite;

import dev.lockstep.codec.benchmarks.CallSitesBenchmark;
import dev.lockstep.codec.benchmarks.ContendedBenchmark;
import dev.lockstep.codec.benchmarks.DecodeBenchmark;
import dev.lockstep.codec.benchmarks.EncodeBenchmark;
import dev.lockstep.codec.benchmarks.EncodeSendDecodeBenchmark;
import dev.lockstep.codec.benchmarks.RoundTripBenchmark;
import dev.lockstep.codec.benchmarks.StagesBenchmark;
import dev.lockstep.harness.run.Benchmark;
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
    IN_CONTEXT(EncodeSendDecodeBenchmark.class, List.of(1), "empty,json-string,kryo", Map.of());

    private static final List<String> QUICK_PAYLOADS = List.of("ping");
    private static final List<String> FULL_PAYLOADS = List.of("ping", "media");

    private final Class<?> type;
    private final List<Integer> threads;
    private final List<String> quickCodecs;
    private final Map<String, List<String>> ways;

    CodecParts(Class<?> type, List<Integer> threads, String quickCodecs, Map<String, List<String>> ways) {
        this.type = type;
        this.threads = threads;
        this.quickCodecs = List.of(quickCodecs.split(","));
        this.ways = ways;
    }

    /** The paper's payload, and codecs that make its point. */
    static Stream<BenchSuite.Selection> quick(List<Benchmark> benchmarks) {
        return Arrays.stream(values()).map(part -> {
            Map<String, List<String>> params = part.params(QUICK_PAYLOADS);
            params.put("codec", part.quickCodecs);
            return new BenchSuite.Selection(part.of(benchmarks), part.threads, params);
        });
    }

    static Stream<BenchSuite.Selection> full(List<Benchmark> benchmarks) {
        return Arrays.stream(values())
                .map(part -> new BenchSuite.Selection(part.of(benchmarks), part.threads, part.params(FULL_PAYLOADS)));
    }

    static boolean has(Benchmark benchmark) {
        return Arrays.stream(values()).anyMatch(part -> part.measures(benchmark));
    }

    private boolean measures(Benchmark benchmark) {
        return benchmark.name().startsWith(type.getName() + ".");
    }

    private List<Benchmark> of(List<Benchmark> benchmarks) {
        return benchmarks.stream().filter(this::measures).toList();
    }

    private Map<String, List<String>> params(List<String> payloads) {
        Map<String, List<String>> params = new TreeMap<>(ways);
        if (this != CALL_SITES) {
            params.put("payload", payloads);
        }
        return params;
    }
}
