package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What other tools take a JMH result file to be, in our own words. Each fails where that tool would, or would show nonsense:
 *
 * <ul>
 *   <li>github-action-benchmark 1: {@code src/extract.ts}, {@code extractJmhResult} and the type {@code JmhBenchmarkJson};
 *   <li>Bencher: {@code lib/bencher_adapter/src/adapters/java/jmh.rs}, {@code Benchmark} and {@code PrimaryMetric}, of which
 *       older versions want {@code scoreError} and newer ones {@code scoreConfidence};
 *   <li>jmh-visualizer 0.9: {@code src/javascript/models/extractor/*.js}, and the runs of {@code exampleBenchmark1.jsx}.
 * </ul>
 */
final class OtherReaders {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private OtherReaders() {}

    /** It takes the score as a number, and prints the rest of these. */
    record GithubActionEntry(
            @JsonProperty(required = true) String benchmark,
            @JsonProperty(required = true) int threads,
            @JsonProperty(required = true) int forks,
            @JsonProperty(required = true) int measurementIterations,
            @JsonProperty(required = true) Map<String, String> params,
            @JsonProperty(required = true) GithubActionMetric primaryMetric) {}

    record GithubActionMetric(
            @JsonProperty(required = true) JsonNode score,
            @JsonProperty(required = true) String scoreUnit) {}

    static void githubActionBenchmark(String json) throws IOException {
        GithubActionEntry[] entries = MAPPER.readValue(json, GithubActionEntry[].class);
        assertThat(entries).isNotEmpty().allSatisfy(entry -> {
            assertThat(entry.primaryMetric().score().isNumber()).isTrue();
            assertThat(entry.primaryMetric().scoreUnit()).isNotEmpty();
        });
        // Its names are the benchmark and the parameters: two of one name would overwrite each other in its history.
        assertThat(Stream.of(entries).map(entry -> entry.benchmark() + entry.params()))
                .doesNotHaveDuplicates();
    }

    record BencherEntry(
            @JsonProperty(required = true) String benchmark,
            @JsonProperty(required = true) BencherMetric primaryMetric,
            @JsonProperty(required = true) Map<String, JsonNode> secondaryMetrics) {}

    record BencherMetric(
            @JsonProperty(required = true) JsonNode score,
            @JsonProperty(required = true) JsonNode scoreError,
            @JsonProperty(required = true) List<JsonNode> scoreConfidence,
            @JsonProperty(required = true) String scoreUnit) {
        /** It wants numbers, which JMH gives to two samples and more. */
        boolean hasInterval() {
            return scoreError.isNumber() && scoreConfidence.stream().allMatch(JsonNode::isNumber);
        }
    }

    /** Returns how many entries it would refuse, for they have no interval. */
    static long bencher(String json) throws IOException {
        BencherEntry[] entries = MAPPER.readValue(json, BencherEntry[].class);
        assertThat(entries).isNotEmpty().allSatisfy(entry -> {
            assertThat(entry.primaryMetric().score().isNumber()).isTrue();
            // It knows times and throughputs of JMH's units; others it refuses.
            assertThat(entry.primaryMetric().scoreUnit()).matches("(ns|us|ms|s)/op|ops/(ns|us|ms|s)");
            assertThat(entry.primaryMetric().scoreConfidence()).hasSize(2);
        });
        return Stream.of(entries)
                .filter(entry -> !entry.primaryMetric().hasInterval())
                .count();
    }

    record VisualizerEntry(
            @JsonProperty(required = true) String benchmark,
            @JsonProperty(required = true) String mode,
            @JsonProperty(required = true) int forks,
            @JsonProperty(required = true) int warmupIterations,
            @JsonProperty(required = true) String warmupTime,
            @JsonProperty(required = true) int measurementIterations,
            @JsonProperty(required = true) String measurementTime,
            @JsonProperty(required = true) VisualizerMetric primaryMetric,
            @JsonProperty(required = true) Map<String, VisualizerMetric> secondaryMetrics) {}

    record VisualizerMetric(
            @JsonProperty(required = true) double score,
            @JsonProperty(required = true) JsonNode scoreError,
            @JsonProperty(required = true) List<JsonNode> scoreConfidence,
            @JsonProperty(required = true) Map<String, Double> scorePercentiles,
            @JsonProperty(required = true) String scoreUnit,
            @JsonProperty(required = true) List<List<Double>> rawData) {}

    static void jmhVisualizer(String json) throws IOException {
        assertThat(MAPPER.readValue(json, VisualizerEntry[].class)).isNotEmpty().allSatisfy(entry -> {
            assertThat(entry.benchmark()).contains(".");
            assertThat(entry.mode()).isIn("thrpt", "avgt", "sample", "ss");
            assertThat(entry.primaryMetric().rawData()).hasSize(entry.forks());
            assertThat(entry.primaryMetric().scorePercentiles()).containsKeys("0.0", "100.0");
        });
    }
}
