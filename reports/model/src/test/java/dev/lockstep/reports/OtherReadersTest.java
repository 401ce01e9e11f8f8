package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What other tools take a JMH result file to be, in our own words: our files, measured and imported, have those shapes. As of
 * github-action-benchmark 1 ({@code src/extract.ts}), Bencher ({@code adapters/java/jmh.rs}) and jmh-visualizer 0.9 (its example
 * runs).
 */
class OtherReadersTest {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private static final Path RESOURCES = Path.of("src/test/resources");

    /** github-action-benchmark takes the score as a number, and prints the rest of these. */
    record GithubActionEntry(
            @JsonProperty(required = true) String benchmark,
            @JsonProperty(required = true) int threads,
            @JsonProperty(required = true) int forks,
            @JsonProperty(required = true) int measurementIterations,
            Map<String, String> params,
            @JsonProperty(required = true) GithubActionMetric primaryMetric) {}

    record GithubActionMetric(
            @JsonProperty(required = true) JsonNode score,
            @JsonProperty(required = true) String scoreUnit) {}

    static Stream<String> files() throws IOException {
        StringWriter imported = new StringWriter();
        ForeignTool.IMB.convert(List.of(RESOURCES.resolve("foreign/imb-mpi1.txt")), OptionalInt.empty(), imported);
        return Stream.of(Files.readString(RESOURCES.resolve("runs/suite/results.json")), imported.toString());
    }

    @ParameterizedTest
    @MethodSource("files")
    void githubActionBenchmarkReadsThem(String json) throws IOException {
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
            @JsonProperty(required = true) List<JsonNode> scoreConfidence,
            @JsonProperty(required = true) String scoreUnit) {}

    /** It wants an interval of numbers, which JMH gives to two samples and more; what is imported has one per launch. */
    @Test
    void bencherReadsWhatIsMeasured() throws IOException {
        String json = Files.readString(RESOURCES.resolve("runs/suite/results.json"));
        ObjectMapper camel = MAPPER.copy().setPropertyNamingStrategy(PropertyNamingStrategies.LOWER_CAMEL_CASE);
        BencherEntry[] entries = camel.readValue(json, BencherEntry[].class);
        assertThat(entries).isNotEmpty().allSatisfy(entry -> {
            assertThat(entry.primaryMetric().score().isNumber()).isTrue();
            // It knows times and throughputs of JMH's units; others it refuses.
            assertThat(entry.primaryMetric().scoreUnit()).matches("(ns|us|ms|s)/op|ops/(ns|us|ms|s)");
            assertThat(entry.primaryMetric().scoreConfidence()).hasSize(2);
        });
        // The fixture has one cell without an interval, on purpose.
        assertThat(Stream.of(entries)
                        .filter(entry -> !entry.primaryMetric().scoreConfidence().stream()
                                .allMatch(JsonNode::isNumber)))
                .hasSize(1);
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

    @ParameterizedTest
    @MethodSource("files")
    void jmhVisualizerReadsThem(String json) throws IOException {
        assertThat(MAPPER.readValue(json, VisualizerEntry[].class)).isNotEmpty().allSatisfy(entry -> {
            assertThat(entry.benchmark()).contains(".");
            assertThat(entry.primaryMetric().rawData()).hasSize(entry.forks());
            assertThat(entry.primaryMetric().scorePercentiles()).containsKeys("0.0", "100.0");
        });
    }
}
