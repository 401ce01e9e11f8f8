package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rank 1 never comes back, whoever interrupts it; the others wait for it. */
@Tag("faults")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class HungRanksIT {
    private static final String SILENT = "no rank has shown progress for 6 s \\(all are connected\\)";

    @TempDir
    static Path scratch;

    private static final Map<String, FaultRun> RUNS = new HashMap<>();

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        Path jar = FaultyJar.compile(scratch);
        run(jar, "openmpi", "pilot-spins-op,fork-reads-op,fork-receives-op");
        run(jar, "local", "fork-spins-op");
    }

    private static void run(Path jar, String comm, String faults) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve(comm));
        FaultRun run = new FaultRun(
                        folder,
                        new LockstepJar(folder).before(jar),
                        ("Wrong --comm " + comm + " --ranks 2 --timeout 6s -p fault=" + faults).split(" "))
                .withPipe();
        RUNS.put(comm, run.complete());
    }

    @Test
    void theGoodCellIsGoodAndNothingIsLeft() throws IOException, InterruptedException {
        for (FaultRun run : RUNS.values()) {
            run.assertGoodIsGood(1, 0);
        }
    }

    @Test
    void hungInANativeCall() throws IOException {
        RUNS.get("openmpi")
                .assertFailed("fork-reads-op", SILENT + ".*rank 0 .*barrier.*rank 1 .*FileInputStream.open0", null);
    }

    @Test
    void hungInAReceiveThatNothingMatches() throws IOException {
        RUNS.get("openmpi").assertFailed("fork-receives-op", SILENT + ".*rank 0 .*barrier.*rank 1 .*recv", null);
    }

    @Test
    void hungInJava() throws IOException {
        RUNS.get("openmpi").assertFailed("pilot-spins-op", SILENT + ".*rank 0 .*barrier.*rank 1 .*Wrong.op", null);
        RUNS.get("local").assertFailed("fork-spins-op", SILENT + ".*process of 2 ranks .*Wrong.op", null);
    }

    @Test
    void whatTheRanksWereDoingIsKept() throws IOException {
        Path launches = RUNS.get("openmpi").out().resolve("launches");
        assertThat(launches.resolve("pilot-1/rank-1/threads.txt"))
                .content()
                .contains("org.other.Wrong.strike", "\"main\"");
    }
}
