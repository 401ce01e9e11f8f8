package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.run.RankRow;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cache for files and its clients, as threads, as processes, and as MPI's ranks. */
@Tag("runs")
@Timeout(240)
class CacheIT {
    @TempDir
    Path scratch;

    /** Rank 0 and rank 2 serve, with no room for all files, or do nothing. */
    @ParameterizedTest
    @CsvSource({"cache, -p capacity=30000:50000 -p tier=remote", "direct, ''"})
    void clientsOfTwoGroupsAreScoredAndTheirServersAreNot(String read, String more)
            throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome = new LockstepJar(scratch)
                .exits(
                        0,
                        "run DataCache --comm local,push,openmpi,pull --ranks 4 -p groups=2 -p read=" + read + " "
                                + more
                                + " -p bytes=10000 -p sleep=1ms -p store=1gbit"
                                + " --ops 20 --forks 1 --warmup 1 --iterations 2 --distribution-forks 1 --out " + out);
        assertThat(outcome.err()).contains("a receiver asks one sender for one message of one tag");
        assertThat(JournalLines.of(out, "pilot"))
                .hasSize(3)
                .allSatisfy(
                        pilot -> assertThat(pilot.path("selfCheck").asText()).isEqualTo("passed"));
        assertThat(JournalLines.of(out, "distribution")).as("times of requests").hasSize(3);
        assertThat(LockstepJar.results(out)).hasSize(3).allSatisfy(CacheIT::isMeasured);
        assertThat(RankRow.read(out.resolve("ranks.csv")))
                .isNotEmpty()
                .filteredOn(row -> !row.rank().isEmpty())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.scored().isEmpty()).isEqualTo(Integer.parseInt(row.rank()) % 2 == 1));
    }

    private static void isMeasured(JsonNode cell) {
        JsonNode metrics = cell.at("/secondaryMetrics");
        assertThat(cell.at("/primaryMetric/score").asDouble()).isPositive();
        assertThat(score(metrics, "bandwidth.sum")).isCloseTo(2 * score(metrics, "bandwidth"), within(1.0));
        // Two clients sleep 19 times in full.
        double most = 2 * 20 * 10_000 * 8 / (19 * 1e3);
        assertThat(score(metrics, "aggregate"))
                .isPositive()
                .isLessThan(most)
                .isLessThan(score(metrics, "bandwidth.sum"));
        assertThat(score(metrics, "load.reached")).isPositive().isLessThan(2);
        boolean isCached = cell.at("/params/read").asText().equals("cache");
        assertThat(metrics.has("queue.mean")).isEqualTo(isCached);
        if (isCached) {
            double store = score(metrics, "hits.remote");
            assertThat(score(metrics, "hits.memory") + score(metrics, "hits.disk") + store)
                    .isCloseTo(1, within(1e-9));
            assertThat(score(metrics, "store.reads")).isEqualTo(store).isPositive();
        }
    }

    private static double score(JsonNode metrics, String name) {
        return metrics.path(name).path("score").asDouble();
    }
}
