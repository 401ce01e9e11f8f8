package dev.lockstep.harness.relay;

import static dev.lockstep.harness.relay.Iterations.MEASURED;
import static dev.lockstep.harness.relay.Iterations.benchmark;
import static dev.lockstep.harness.relay.Iterations.result;
import static dev.lockstep.harness.relay.Iterations.secondary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.harness.rank.RankThread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.runner.link.JmhFrames;

class RankMergeTest {
    private static final BenchmarkParams BENCHMARK = benchmark(1, Map.of());

    private static IterationResult micros(double... ofThreads) {
        return result(BENCHMARK, MEASURED, ofThreads);
    }

    private static IterationResult merge(IterationResult... ranks) {
        return RankMerge.merge(new JmhFrames.Iteration(BENCHMARK, MEASURED, 1, ranks[0]), List.of(ranks), ranks.length);
    }

    /** All in one process. */
    private static IterationResult threads(int ranks, IterationResult process) {
        return RankMerge.merge(new JmhFrames.Iteration(BENCHMARK, MEASURED, 1, process), List.of(process), ranks);
    }

    private static void assertFastestAndSlowest(IterationResult merged, double min, double max) {
        assertThat(merged.getSecondaryResults().get("ranks.min").getScore()).isCloseTo(min, within(1e-9));
        assertThat(merged.getSecondaryResults().get("ranks.max").getScore()).isCloseTo(max, within(1e-9));
        assertThat(merged.getSecondaryResults().get("ranks.max").getScoreUnit())
                .isEqualTo(merged.getPrimaryResult().getScoreUnit());
    }

    @Test
    void theFastestAndTheSlowestRankAreSecondaryResults() {
        assertFastestAndSlowest(merge(micros(10, 30), micros(50, 70)), 20, 60);
        assertFastestAndSlowest(threads(2, micros(10, 30)), 10, 30);
        assertThat(merge(micros(10)).getSecondaryResults()).isEmpty();
        // Threads that share a rank are no ranks.
        assertThat(threads(2, micros(10, 20, 30, 40)).getSecondaryResults()).isEmpty();
        assertThat(threads(1, micros(10, 20)).getSecondaryResults()).isEmpty();
    }

    @Test
    void ranksThatAreNotScoredCountForNothing() {
        IterationResult server = new IterationResult(BENCHMARK, MEASURED, new IterationResultMetaData(20, 10));
        server.addResult(secondary(RankThread.UNSCORED, 500));
        server.addResult(secondary("sent", 7));
        IterationResult merged = merge(micros(10), micros(30), server);
        assertThat(merged.getPrimaryResult().getScore()).isCloseTo(20, within(1e-9));
        assertFastestAndSlowest(merged, 10, 30);
        assertThat(merged.getSecondaryResults()).containsOnlyKeys("ranks.max", "ranks.min", "sent");

        IterationResult threads = micros(10, 30);
        threads.addResult(secondary(RankThread.UNSCORED, 500));
        assertFastestAndSlowest(threads(3, threads), 10, 30);
    }

    @Test
    void operationsAndRawSecondaryResultsAddUp() {
        IterationResult zero = micros(10);
        IterationResult one = micros(20);
        zero.addResult(secondary("sent", 100));
        zero.addResult(secondary("only.zero", 1));
        one.addResult(secondary("sent", 11));
        IterationResult merged = merge(zero, one);
        assertThat(merged.getMetadata().getAllOps()).isEqualTo(20);
        assertThat(merged.getMetadata().getMeasuredOps()).isEqualTo(14);
        assertThat(merged.getRawSecondaryResults().get("sent")).hasSize(2);
        assertThat(merged.getSecondaryResults().get("sent").getScore()).isEqualTo(111);
        assertThat(merged.getSecondaryResults().get("only.zero").getScore()).isEqualTo(1);
    }
}
