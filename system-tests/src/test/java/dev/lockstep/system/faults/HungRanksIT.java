package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rank 1 never comes back, whoever interrupts it; the others wait for it. The limit is far beyond what the good cell takes on a busy machine. */
@Tag("faults")
@Timeout(220)
class HungRanksIT {
    private static final String SILENT = "no rank has shown progress for 25 s \\(all are connected\\)";

    private static FaultRun processes;
    private static FaultRun threads;

    @BeforeAll
    static void run(@TempDir Path scratch) throws IOException, InterruptedException {
        processes = run(scratch, "openmpi", "pilot-spins-op,fork-reads-op,fork-receives-op");
        threads = run(scratch, "local", "fork-spins-op");
    }

    private static FaultRun run(Path scratch, String comm, String faults) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve(comm));
        String typed = "Wrong --comm " + comm + " --ranks 2 --timeout 25s -p fault=" + faults;
        return new FaultRun(folder, new LockstepJar(folder).before(FaultyJar.get()), typed).complete();
    }

    @Test
    void theGoodCellIsGoodAndNothingIsLeft() throws IOException, InterruptedException {
        processes.assertGoodIsGood(1, 0);
        threads.assertGoodIsGood(1, 0);
    }

    @Test
    void hungInANativeCall() throws IOException {
        processes.assertFailed("fork-reads-op", SILENT + ".*rank 0 .*barrier.*rank 1 .*FileInputStream.open0", null);
    }

    @Test
    void hungInAReceiveThatNothingMatches() throws IOException {
        processes.assertFailed("fork-receives-op", SILENT + ".*rank 0 .*barrier.*rank 1 .*recv", null);
    }

    @Test
    void hungInJava() throws IOException {
        processes.assertFailed("pilot-spins-op", SILENT + ".*rank 0 .*barrier.*rank 1 .*Wrong.op", null);
        threads.assertFailed("fork-spins-op", SILENT + ".*process of 2 ranks .*Wrong.op", null);
    }

    @Test
    void whatTheRanksWereDoingIsKept() {
        assertThat(processes.out().resolve("launches/pilot-1/rank-1/threads.txt"))
                .content()
                .contains("org.other.Wrong.strike", "\"main\"");
    }
}
