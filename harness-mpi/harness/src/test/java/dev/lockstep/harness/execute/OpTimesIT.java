package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.harness.samples.PacedBenchmark;
import dev.lockstep.harness.samples.PairsBenchmark;
import dev.lockstep.harness.samples.ServedBenchmark;
import dev.lockstep.harness.samples.StragglerBenchmark;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One run on Open MPI, in one JVM and with plain processes: of a benchmark with a straggler, one that marks its operations
 * wrongly, one that cannot be timed, and one with a rank that serves. What has to take long takes at least so long; nothing
 * has to be fast.
 */
@Tag("runs")
class OpTimesIT {
    private static final int CALLS = 20;

    @TempDir
    static Path scratch;

    private static Conducted run;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        run = Conducted.in(
                        scratch,
                        "openmpi,local,none",
                        "2",
                        "1",
                        "1+1+" + CALLS,
                        "StragglerBenchmark",
                        "GoodBenchmark.continuous",
                        "ServedBenchmark",
                        "PacedBenchmark")
                .ended(1);
    }

    /** A histogram keeps three digits. */
    private static long late(List<Histogram> histograms, long nanos) {
        return histograms.stream()
                .mapToLong(h -> h.getCountBetweenValues(nanos * 999 / 1000, Math.max(nanos, h.getMaxValue())))
                .sum();
    }

    private static long all(List<Histogram> histograms) {
        return histograms.stream().mapToLong(Histogram::getTotalCount).sum();
    }

    @Test
    void everyRanksOperationsAreLinedUp() throws IOException {
        assertThat(run.events("distribution", "straggle")).hasSize(2);
        for (JsonNode event : run.events("distribution", "straggle")) {
            assertThat(event.get("status").asText()).as("%s", event).isEqualTo("ok");
            long calls = event.get("calls").asLong();
            assertThat(calls).isEqualTo(Conducted.ITERATIONS * CALLS);
            assertThat(event.get("recorded").asLong()).isEqualTo(calls);
            Map<String, List<Histogram>> byTag = run.histograms(event);
            assertThat(byTag)
                    .containsOnlyKeys(
                            "slowest",
                            "rank-0",
                            "rank-1",
                            "slowest-rank-0",
                            "slowest-rank-1",
                            "last-rank-0",
                            "last-rank-1",
                            "since-last-arrival");
            for (String ofAll : List.of("slowest", "rank-0", "rank-1", "since-last-arrival")) {
                assertThat(all(byTag.get(ofAll))).as(ofAll).isEqualTo(calls);
            }
            for (String who : List.of("slowest-rank-", "last-rank-")) {
                assertThat(all(byTag.get(who + 0)) + all(byTag.get(who + 1)))
                        .as(who)
                        .isEqualTo(calls);
            }
            // A tenth of the operations waited for a straggler, which each rank was every other time.
            assertThat(late(byTag.get("slowest"), StragglerBenchmark.LATE_NANOS))
                    .isGreaterThanOrEqualTo(calls / 10);
            assertThat(late(byTag.get("rank-0"), StragglerBenchmark.LATE_NANOS)).isGreaterThanOrEqualTo(calls / 20);
            assertThat(late(byTag.get("rank-1"), StragglerBenchmark.LATE_NANOS)).isGreaterThanOrEqualTo(calls / 20);
            assertThat(event.get("p99").asLong()).isGreaterThanOrEqualTo(StragglerBenchmark.LATE_NANOS * 999 / 1000);
        }
    }

    @Test
    void aDistributionThatFailsCostsTheCellNothingElse() throws IOException {
        assertThat(run.events("distribution", "marksTwice")).hasSize(2).allSatisfy(event -> {
            assertThat(event.get("status").asText()).isEqualTo("failed");
            assertThat(event.get("reason").asText()).contains("calls mark() exactly once");
            assertThat(event.get("rank").asInt()).isZero();
        });
        assertThat(run.results("marksTwice")).hasSize(2);
    }

    @Test
    void whatCannotBeTimedIsNotLaunchedForIt() {
        assertThat(run.events("launch", "continuous")).hasSize(2);
        assertThat(run.events("distribution", "continuous")).isEmpty();
    }

    @Test
    void nothingOfItIsMixedIntoTheScores() throws IOException {
        // Four benchmarks on two communicators and one on three, one row for each of two ranks.
        assertThat(run.rows()).filteredOn(row -> !row.warmup()).hasSize((4 * 2 + 3) * Conducted.ITERATIONS * 2);
        assertThat(run.results("")).hasSize(4 * 2 + 3).allSatisfy(entry -> {
            assertThat(entry.get("forks").asInt()).isEqualTo(1);
            assertThat(entry.at("/primaryMetric/rawData")).hasSize(1);
        });
    }

    /** The pilot counts by the time of calls: as many as 1 ms each leaves room for. */
    @Test
    void aScoreOfItsOwnIsInPlaceOfTheTimeOfCalls() throws IOException {
        assertThat(run.results("Paced")).hasSize(2).allSatisfy(result -> {
            assertThat(result.at("/primaryMetric/score").asDouble())
                    .isCloseTo((PacedBenchmark.SCORE_NANOS + 0.5) / 1e3, within(1e-6));
            assertThat(result.at("/primaryMetric/scoreUnit").asText()).isEqualTo("us/op");
            assertThat(result.at("/secondaryMetrics/ranks.calls/score").asDouble())
                    .isGreaterThanOrEqualTo(PacedBenchmark.PACE_NANOS / 1e3);
            assertThat(result.at("/secondaryMetrics/ranks.max/score").asDouble())
                    .isCloseTo((PacedBenchmark.SCORE_NANOS + 1) / 1e3, within(1e-6));
        });
        assertThat(run.pilots("Paced"))
                .hasSize(2)
                .allSatisfy(pilot -> assertThat(pilot.get("nanosPerOp").asDouble())
                        .isGreaterThanOrEqualTo(PacedBenchmark.PACE_NANOS));
    }

    @Test
    void aRankThatServesIsInNoScore() throws IOException {
        assertThat(run.results("Served")).hasSize(3);
        for (JsonNode result : run.results("Served")) {
            String comm = result.at("/params/comm").asText();
            List<RankRow> measured = run.rows().stream()
                    .filter(row ->
                            row.benchmark().contains("Served") && row.comm().equals(comm) && !row.warmup())
                    .toList();
            assertThat(measured)
                    .filteredOn(row -> !row.scores())
                    .hasSize(Conducted.ITERATIONS)
                    .allSatisfy(row -> assertThat(row.score()).isGreaterThan(ServedBenchmark.REST_NANOS / 1e3));
            double scored = measured.stream()
                    .filter(RankRow::scores)
                    .mapToDouble(RankRow::score)
                    .average()
                    .orElseThrow();
            assertThat(result.at("/primaryMetric/score").asDouble()).isCloseTo(scored, within(1e-6 * scored));
            assertThat(result.at("/secondaryMetrics/own/score").asDouble()).isEqualTo(ServedBenchmark.NUMBER);
            assertThat(result.at("/secondaryMetrics/own/scoreUnit").asText()).isEqualTo("us/op");
            assertThat(result.at("/secondaryMetrics/asked/rawData/0/0").asInt()).isEqualTo(CALLS);
            assertThat(result.get("secondaryMetrics").has("ranks.max")).isFalse();
            assertThat(result.get("secondaryMetrics").has("ranks.unscored")).isFalse();

            String cell = "ServedBenchmark.ask ss comm=" + comm;
            assertThat(run.events("cell", cell).get(0).get("scored").asText()).isEqualTo("even ranks");
            JsonNode pilot = run.pilots(cell).get(0);
            assertThat(pilot.get("wallNanosPerCall").asDouble()).isGreaterThan(ServedBenchmark.REST_NANOS);
            assertThat(pilot.get("nanosPerOp").asDouble())
                    .isLessThan(pilot.get("wallNanosPerCall").asDouble());
            assertThat(run.histograms(run.events("distribution", cell).get(0))).containsOnlyKeys("slowest", "rank-0");
        }
    }

    /** Of which one is slow. */
    @Test
    void aDistributionHasTheOperationsOfEachPairByIteration() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve("pairs"));
        Conducted pairs = Conducted.in(folder, "local", "4", "1", "1+1+" + CALLS, "PairsBenchmark")
                .ended(0);
        JsonNode event = pairs.events("distribution", "").get(0);
        assertThat(event.get("iterations").asInt()).isEqualTo(Conducted.ITERATIONS);
        // The first call of an iteration only opens the clock.
        assertThat(event.get("recorded").asInt()).isEqualTo(Conducted.ITERATIONS * (CALLS - 1));
        assertThat(pairs.histograms(event).get("slowest"))
                .hasSize(Conducted.ITERATIONS)
                .allSatisfy(iteration -> {
                    assertThat(iteration.getTotalCount()).isEqualTo(2 * (CALLS - 1));
                    assertThat(late(List.of(iteration), PairsBenchmark.REST_NANOS))
                            .isGreaterThanOrEqualTo(CALLS - 1);
                });
    }
}
