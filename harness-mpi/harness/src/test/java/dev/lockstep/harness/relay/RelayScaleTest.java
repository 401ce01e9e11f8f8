package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.IterationResult;

/** More ranks than any machine of the tests has cores. */
class RelayScaleTest {
    private static final int RANKS = 256;
    private static final int ITERATIONS = 3;

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void everyIterationHoldsEveryRank() throws IOException, InterruptedException {
        List<IterationResult> results;
        try (HostOfRanks host = new HostOfRanks(RANKS, folder, new PrintStream(OutputStream.nullOutputStream()))) {
            new SimulatedRanks(RANKS, ITERATIONS).play(host.relay.addresses().get(0), host.key, host.jmh.getPort());
            results = host.results();
        }
        assertThat(results).hasSize(ITERATIONS).allSatisfy(iteration -> {
            assertThat(iteration.getRawPrimaryResults()).hasSize(RANKS);
            assertThat(iteration.getPrimaryResult().getScore()).isEqualTo((RANKS + 1) / 2.0);
            assertThat(iteration.getSecondaryResults().get(RankMerge.MAX).getScore())
                    .isEqualTo(RANKS);
        });
        assertThat(Files.readAllLines(folder.resolve("ranks.csv"))).hasSize(1 + RANKS * ITERATIONS);
    }
}
