package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.Child;
import dev.lockstep.harness.samples.ServedBenchmark;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank that serves is in no score, whether ranks are threads or processes. */
@Timeout(120)
class ScoredIT {
    private static final int CALLS = 20;

    /** As {@link ConductorMain} has it. */
    private static final int ITERATIONS = 2;

    @TempDir
    Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"local", "none"})
    void aRankThatServesIsInNoScore(String comm) throws IOException, InterruptedException {
        Child child = new Child(scratch);
        Path out = scratch.resolve("out");
        Child.Outcome outcome = child.run(List.of(
                ConductorMain.class.getName(),
                out.toString(),
                child.mark(),
                comm,
                "2",
                "1",
                "1+1+" + CALLS,
                "ServedBenchmark"));
        assertThat(outcome.exit()).as(outcome.output()).isZero();

        List<RankRow> measured = RankRow.read(out.resolve("ranks.csv")).stream()
                .filter(row -> !row.warmup())
                .toList();
        assertThat(measured).hasSize(2 * ITERATIONS);
        assertThat(measured)
                .filteredOn(row -> !row.scores())
                .hasSize(ITERATIONS)
                .allSatisfy(row -> assertThat(row.score()).isGreaterThan(ServedBenchmark.REST_NANOS / 1e3));
        double scored = measured.stream()
                .filter(RankRow::scores)
                .mapToDouble(RankRow::score)
                .average()
                .orElseThrow();
        JsonNode result = new ObjectMapper()
                .readTree(new RunFolder(out).everything().toFile())
                .get(0);
        assertThat(result.at("/primaryMetric/score").asDouble()).isCloseTo(scored, within(1e-6 * scored));
        assertThat(result.at("/secondaryMetrics/own/score").asDouble()).isEqualTo(ServedBenchmark.NUMBER);
        assertThat(result.at("/secondaryMetrics/own/scoreUnit").asText()).isEqualTo("us/op");
        assertThat(result.at("/secondaryMetrics/asked/rawData/0/0").asInt()).isEqualTo(CALLS);
        assertThat(result.get("secondaryMetrics").has("ranks.max")).isFalse();
        assertThat(result.get("secondaryMetrics").has("ranks.unscored")).isFalse();

        assertThat(event(out, "cell").get("scored").asText()).isEqualTo("even ranks");
        JsonNode pilot = event(out, "pilot");
        assertThat(pilot.get("nanosPerOp").asDouble()).isLessThan(ServedBenchmark.REST_NANOS / 2.0);
        assertThat(pilot.get("wallNanosPerCall").asDouble()).isGreaterThan(ServedBenchmark.REST_NANOS);
        List<EncodableHistogram> histograms =
                histograms(out.resolve(event(out, "distribution").get("file").asText()));
        assertThat(histograms).extracting(EncodableHistogram::getTag).containsOnly("slowest", "rank-0");
        assertThat(child.leftovers()).isEmpty();
    }

    private static JsonNode event(Path out, String kind) throws IOException {
        for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
            JsonNode event = new ObjectMapper().readTree(line);
            if (event.path("event").asText().equals(kind)) {
                return event;
            }
        }
        throw new AssertionError("no " + kind + " in the journal");
    }

    private static List<EncodableHistogram> histograms(Path file) throws IOException {
        List<EncodableHistogram> found = new ArrayList<>();
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                found.add(log.nextIntervalHistogram());
            }
        }
        return found;
    }
}
