package dev.lockstep.system.faults;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code RankFaultsIT} leaves out: the same faults elsewhere, and in ranks that other launchers start. */
@Tag("faults")
@Timeout(220)
class FurtherRankFaultsIT {
    @TempDir
    Path scratch;

    private static void assertFailed(RankFaults faults) throws IOException, InterruptedException {
        faults.assertGoodIsGood();
        faults.assertFailed(".*");
    }

    @Test
    void elsewhereInItsLaunches() throws IOException, InterruptedException {
        assertFailed(new RankFaults(scratch)
                .with(
                        "openmpi",
                        "fork-dies-op",
                        "pilot-exits-op",
                        "fork-throws-setUpTrial",
                        "fork-throws-setUp",
                        "pilot-throws-op",
                        "fork-throws-tearDownTrial"));
    }

    @Test
    void ofOneProcess() throws IOException, InterruptedException {
        assertFailed(new RankFaults(scratch)
                .with("local", "fork-exits-op", "fork-hoards-op", "fork-throws-setUp", "pilot-throws-tearDown"));
    }

    @Test
    void ofMpj() throws IOException, InterruptedException {
        assertFailed(new RankFaults(scratch).with("mpj", "fork-dies-op", "fork-throws-op"));
    }

    @Test
    void withoutMpi() throws IOException, InterruptedException {
        assertFailed(new RankFaults(scratch).with("none --launcher process", "fork-dies-op"));
    }
}
