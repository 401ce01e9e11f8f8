package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rank 1 goes wrong in many ways while the others wait for it, each in a cell of its own, beside a good one. */
final class RankFaults {
    private final Path scratch;
    private final Map<FaultRun, List<String>> runs = new LinkedHashMap<>();
    private final Map<FaultRun, String> comms = new LinkedHashMap<>();

    RankFaults(Path scratch) {
        this.scratch = scratch;
    }

    /** Runs them, called as in {@link FaultyJar}. */
    RankFaults with(String comm, String... faults) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve(comm.replace(' ', '_')));
        String typed = "Wrong --comm " + comm + " --ranks 2 --timeout 60s -p fault=" + String.join(",", faults);
        FaultRun run = new FaultRun(folder, new LockstepJar(folder).before(FaultyJar.get()), typed).complete();
        runs.put(run, List.of(faults));
        comms.put(run, comm);
        return this;
    }

    void assertGoodIsGood() throws IOException, InterruptedException {
        for (FaultRun run : runs.keySet()) {
            run.assertGoodIsGood(1, 0);
            assertThat(run.outcome().out() + run.outcome().err()).doesNotContain("\u001b");
        }
    }

    /** Those whose names match have failed for the reason that they should. */
    void assertFailed(String pattern) throws IOException {
        int looked = 0;
        for (FaultRun run : runs.keySet()) {
            for (String fault : runs.get(run)) {
                if (fault.matches(pattern)) {
                    assertFailed(run, fault, comms.get(run).equals("local"));
                    looked++;
                }
            }
        }
        assertThat(looked).isPositive();
    }

    /** Ranks that are processes are named; of those that are threads, the process, and the rank if an exception tells. */
    private static void assertFailed(FaultRun run, String fault, boolean threads) throws IOException {
        String what = fault.split("-")[1];
        String reason = switch (what) {
            case "dies" -> ".*its JVM exited or was killed";
            case "exits" -> ".*System.exit was called";
            case "hoards" -> "java.lang.OutOfMemoryError: Java heap space";
            default -> ".*IllegalStateException: the dog <ate> it: " + fault + ".?\\[31m";
        };
        boolean told = !threads || what.equals("hoards") || what.equals("throws");
        run.assertFailed(
                fault,
                (threads ? "the process of 2 ranks" : "rank 1") + " \\(pid \\d+ on [^)]*\\): " + reason,
                told ? 1 : null);
    }
}
