package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.Child;
import dev.lockstep.harness.samples.StragglerBenchmark;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One run, on Open MPI and in one JVM, of a benchmark with a straggler and of one that marks its operations wrongly. */
@Timeout(120)
class DistributionsIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path scratch;

    private static Path out;
    private static Child.Outcome outcome;
    private static final List<JsonNode> EVENTS = new ArrayList<>();

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        Child child = new Child(scratch);
        out = scratch.resolve("out");
        outcome = child.run(List.of(
                ConductorMain.class.getName(),
                out.toString(),
                child.mark(),
                "openmpi,local",
                "2",
                "1",
                "1+1+100",
                "StragglerBenchmark",
                "GoodBenchmark.continuous"));
        for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
            EVENTS.add(JSON.readTree(line));
        }
        assertThat(child.leftovers()).isEmpty();
    }

    private static List<JsonNode> events(String kind, String cell) {
        return EVENTS.stream()
                .filter(e -> e.path("event").asText().equals(kind))
                .filter(e -> e.path("cell").asText().contains(cell))
                .toList();
    }

    @Test
    void everyRanksOperationsAreLinedUp() throws IOException {
        assertThat(events("distribution", "straggle")).hasSize(2);
        for (JsonNode event : events("distribution", "straggle")) {
            assertThat(event.get("status").asText()).as("%s", event).isEqualTo("ok");
            long calls = event.get("calls").asLong();
            assertThat(calls).isEqualTo(2 * 100);
            assertThat(event.get("recorded").asLong()).isEqualTo(calls);
            Map<String, Histogram> byTag = read(out.resolve(event.get("file").asText()));
            assertThat(byTag).containsOnlyKeys("slowest", "rank-0", "rank-1");
            assertThat(byTag.values())
                    .allSatisfy(h -> assertThat(h.getTotalCount()).isEqualTo(calls));
            // A tenth of the operations waited for a straggler, of which each rank was one only every other time.
            assertThat(late(byTag.get("slowest"))).isGreaterThanOrEqualTo(calls / 10);
            assertThat(late(byTag.get("rank-0"))).isBetween(calls / 20, calls / 2);
            assertThat(late(byTag.get("rank-1"))).isBetween(calls / 20, calls / 2);
            assertThat(event.get("p50").asLong()).isLessThan(StragglerBenchmark.LATE_NANOS);
            assertThat(event.get("p99").asLong()).isGreaterThanOrEqualTo(atLeastLate());
        }
    }

    /** A histogram keeps three digits. */
    private static long atLeastLate() {
        return StragglerBenchmark.LATE_NANOS * 999 / 1000;
    }

    private static long late(Histogram histogram) {
        return histogram.getCountBetweenValues(atLeastLate(), histogram.getMaxValue());
    }

    private static Map<String, Histogram> read(Path file) throws IOException {
        Map<String, Histogram> byTag = new TreeMap<>();
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                Histogram histogram = (Histogram) log.nextIntervalHistogram();
                byTag.computeIfAbsent(histogram.getTag(), tag -> new Histogram(3))
                        .add(histogram);
            }
        }
        return byTag;
    }

    @Test
    void aDistributionThatFailsCostsTheCellNothingElse() throws IOException {
        assertThat(events("distribution", "marksTwice")).hasSize(2).allSatisfy(event -> {
            assertThat(event.get("status").asText()).isEqualTo("failed");
            assertThat(event.get("reason").asText()).contains("calls mark() exactly once");
            assertThat(event.get("rank").asInt()).isZero();
        });
        assertThat(JSON.readTree(new RunFolder(out).everything().toFile()))
                .hasSize(6)
                .filteredOn(e -> e.get("benchmark").asText().endsWith("marksTwice"))
                .hasSize(2);
        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(1);
    }

    @Test
    void whatCannotBeTimedIsNotLaunchedForIt() {
        assertThat(events("launch", "continuous")).hasSize(2);
        assertThat(events("distribution", "continuous")).isEmpty();
    }

    @Test
    void nothingOfItIsMixedIntoTheScores() throws IOException {
        // One fork of three iterations, one row for each of two ranks.
        assertThat(Files.readAllLines(out.resolve("ranks.csv")))
                .filteredOn(row -> row.contains(",measurement,"))
                .hasSize(6 * 2 * 2);
        assertThat(JSON.readTree(new RunFolder(out).everything().toFile())).allSatisfy(entry -> {
            assertThat(entry.get("forks").asInt()).isEqualTo(1);
            assertThat(entry.at("/primaryMetric/rawData")).hasSize(1);
        });
    }
}
