package dev.lockstep.system.faults;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each fault of a rank once, of processes and of threads; {@code FurtherRankFaultsIT} has the others. */
@Tag("default")
@Timeout(220)
class RankFaultsIT {
    private static RankFaults faults;

    @BeforeAll
    static void run(@TempDir Path scratch) throws IOException, InterruptedException {
        faults = new RankFaults(scratch)
                .with(
                        "openmpi",
                        "pilot-dies-op",
                        "fork-exits-op",
                        "fork-hoards-op",
                        "pilot-throws-setUpTrial",
                        "fork-throws-op",
                        "fork-throws-tearDown")
                .with("local", "fork-dies-op", "pilot-throws-setUpTrial", "fork-throws-op");
    }

    @Test
    void theGoodCellIsGoodAndNothingIsLeft() throws IOException, InterruptedException {
        faults.assertGoodIsGood();
    }

    @Test
    void killedBySignal() throws IOException {
        faults.assertFailed(".*-dies-.*");
    }

    @Test
    void systemExit() throws IOException {
        faults.assertFailed(".*-exits-.*");
    }

    @Test
    void outOfMemory() throws IOException {
        faults.assertFailed(".*-hoards-.*");
    }

    @Test
    void throwsInSetUp() throws IOException {
        faults.assertFailed(".*-throws-setUp.*");
    }

    @Test
    void throwsInOp() throws IOException {
        faults.assertFailed(".*-throws-op");
    }

    @Test
    void throwsInTearDown() throws IOException {
        faults.assertFailed(".*-throws-tearDown.*");
    }
}
