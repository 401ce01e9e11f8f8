package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.run.MetricNames;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.IterationResult;

/** More ranks than any machine of the tests has cores. */
class RelayScaleTest {
    private static final int RANKS = 256;
    private static final int ITERATIONS = 3;
    private static final int OPERATIONS = 2_000;

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void everyIterationHoldsEveryRank() throws IOException, InterruptedException {
        List<IterationResult> results;
        OpTimesMerge opTimes = new OpTimesMerge(
                new RankLayout("openmpi", RANKS, 1, false, Hosts.NOT_GIVEN), RANKS, Scored.Ranks.ALL, Optional.empty());
        try (HostOfRanks host = new HostOfRanks(
                RANKS, folder, new PrintStream(OutputStream.nullOutputStream()), Optional.of(opTimes))) {
            SimulatedRanks.timing(RANKS, ITERATIONS, OPERATIONS)
                    .play(host.relay.addresses().get(0), host.key);
            results = host.results();
        }
        assertThat(results).hasSize(ITERATIONS).allSatisfy(iteration -> {
            assertThat(iteration.getRawPrimaryResults()).hasSize(RANKS);
            assertThat(iteration.getPrimaryResult().getScore()).isEqualTo((RANKS + 1) / 2.0);
            assertThat(iteration.getSecondaryResults().get(MetricNames.SLOWEST).getScore())
                    .isEqualTo(RANKS);
        });
        assertThat(Files.readAllLines(folder.resolve("ranks.csv"))).hasSize(1 + RANKS * ITERATIONS);
        Distribution all = opTimes.result();
        assertThat(all.recorded()).isEqualTo(ITERATIONS * OPERATIONS);
        assertThat(all.slowest().getTotalCount()).isEqualTo(ITERATIONS * OPERATIONS);
        assertThat(all.iterations())
                .hasSize(ITERATIONS)
                .allSatisfy(one -> assertThat(one.getTotalCount()).isEqualTo(OPERATIONS));
        assertThat(all.slowest().valuesAreEquivalent(all.slowest().getMinValue(), RANKS - 1))
                .isTrue();
        assertThat(all.tagged())
                .hasSize(RANKS + 3)
                .containsKeys("slowest-rank-" + (RANKS - 1), "last-rank-0", "since-last-arrival")
                .allSatisfy((tag, times) -> assertThat(times.getTotalCount()).isEqualTo(ITERATIONS * OPERATIONS));
    }
}
