package dev.lockstep.system.faults;

import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rank 1 goes wrong in many ways while the others wait for it, each in a cell of its own, beside a good one. */
@Tag("default")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class RankFaultsIT {
    /** By communicator, whose ranks are processes or threads; what is alike for both is left out for one of them. */
    private static final Map<String, String> FAULTS = Map.of(
            "openmpi",
            "pilot-dies-op,fork-dies-op,pilot-exits-op,fork-exits-op,fork-hoards-op,pilot-throws-setUpTrial,"
                    + "fork-throws-setUpTrial,fork-throws-setUp,pilot-throws-op,fork-throws-op,"
                    + "fork-throws-tearDown,fork-throws-tearDownTrial",
            "local",
            "fork-dies-op,fork-exits-op,fork-hoards-op,pilot-throws-setUpTrial,fork-throws-setUp,fork-throws-op,"
                    + "pilot-throws-tearDown");

    @TempDir
    static Path scratch;

    private static final Map<String, FaultRun> RUNS = new HashMap<>();

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        Path jar = FaultyJar.compile(scratch);
        for (String comm : FAULTS.keySet()) {
            Path folder = Files.createDirectory(scratch.resolve(comm));
            FaultRun run = new FaultRun(
                    folder,
                    new LockstepJar(folder).before(jar),
                    ("Wrong --comm " + comm + " --ranks 2 --timeout 60s -p fault=" + FAULTS.get(comm)).split(" "));
            RUNS.put(comm, run.complete());
        }
    }

    /** Ranks that are processes are named; of those that are threads, the process, and the rank if an exception tells. */
    private static void assertFailed(String fault, String reason, Integer threadRank) throws IOException {
        for (String comm : FAULTS.keySet()) {
            if (!List.of(FAULTS.get(comm).split(",")).contains(fault)) {
                continue;
            }
            boolean threads = comm.equals("local");
            RUNS.get(comm)
                    .assertFailed(
                            fault,
                            (threads ? "the process of 2 ranks" : "rank 1") + " \\(pid \\d+ on [^)]*\\): " + reason,
                            threads ? threadRank : Integer.valueOf(1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"openmpi", "local"})
    void theGoodCellIsGoodAndNothingIsLeft(String comm) throws IOException, InterruptedException {
        RUNS.get(comm).assertGoodIsGood(1, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pilot-dies-op", "fork-dies-op"})
    void killedBySignal(String fault) throws IOException {
        assertFailed(fault, "it ended before .* its JVM exited or was killed", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pilot-exits-op", "fork-exits-op"})
    void systemExit(String fault) throws IOException {
        assertFailed(fault, ".*System.exit was called", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fork-hoards-op"})
    void outOfMemory(String fault) throws IOException {
        assertFailed(fault, "java.lang.OutOfMemoryError: Java heap space", 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pilot-throws-setUpTrial", "fork-throws-setUpTrial", "fork-throws-setUp"})
    void throwsInSetUp(String fault) throws IOException {
        assertFailed(fault, ".*IllegalStateException: the dog <ate> it: " + fault, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pilot-throws-op", "fork-throws-op"})
    void throwsInOp(String fault) throws IOException {
        assertFailed(fault, ".*IllegalStateException: the dog <ate> it: " + fault, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pilot-throws-tearDown", "fork-throws-tearDown", "fork-throws-tearDownTrial"})
    void throwsInTearDown(String fault) throws IOException {
        assertFailed(fault, ".*IllegalStateException: the dog <ate> it: " + fault, 1);
    }
}
