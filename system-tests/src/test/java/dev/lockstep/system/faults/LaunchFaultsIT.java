package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.RankRow;
import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is around the ranks goes away in mid-run: the launcher, the script that started it, the host, the terminal. */
@Tag("faults")
@Timeout(220)
class LaunchFaultsIT {
    /** Without their launcher, Open MPI's ranks end by themselves: either is noticed first. */
    private static final String LAUNCHER = "the launch(er| script) (has )?ended|its JVM exited or was killed";

    @TempDir
    Path scratch;

    private LockstepJar lockstep() throws IOException {
        return new LockstepJar(scratch).before(FaultyJar.get());
    }

    private FaultRun run(String comm, String faults) throws IOException, InterruptedException {
        return run(lockstep(), comm, faults);
    }

    private FaultRun run(LockstepJar how, String comm, String faults) throws IOException, InterruptedException {
        return new FaultRun(scratch, how, "Wrong --comm " + comm + " --ranks 2 -p fault=" + faults);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openmpi | fork-reads-op,fork-spins-op,pilot-reads-op",
                "mpj | fork-receives-op",
                "none --launcher process | fork-reads-op"
            })
    void theLauncherDies(String comm, String faults) throws IOException, InterruptedException {
        FaultRun run = run(comm, faults);
        List<String> left = new ArrayList<>(List.of(faults.split(",")));
        try (LockstepJar.Child child = run.start()) {
            while (!left.isEmpty()) {
                child.await("the next one strikes", () -> left.stream().anyMatch(run::hasStruck));
                left.removeIf(run::hasStruck);
                run.killLauncher();
            }
            run.ended(child);
        }
        run.assertGoodIsGood(1, 0);
        for (String fault : faults.split(",")) {
            run.assertFailed(fault, LAUNCHER);
        }
    }

    @Test
    void theLaunchScriptDies() throws IOException, InterruptedException {
        FaultRun run = run("openmpi", "fork-reads-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-reads-op");
            long script = child.process().children().findFirst().orElseThrow().pid();
            LockstepJar.signal("KILL", script);
            run.ended(child);
        }
        run.assertGoodIsGood(1, 0);
        run.assertFailed("fork-reads-op", LAUNCHER);
    }

    @Test
    void theLauncherRefuses() throws IOException, InterruptedException {
        FaultRun run = new FaultRun(scratch, lockstep(), "--comm openmpi --launcher-args --nonsense").complete();
        run.outcome().exits(1);
        assertThat(run.outcome().out()).containsPattern("Good.meet +openmpi +2 +- .*failed");
        assertThat(run.outcome().err())
                .contains("0 of 1 cells measured", "1 FAILED", "the launcher ended with exit code");
        assertThat(LockstepJar.results(run.out())).isEmpty();
        assertThat(Files.readString(run.out().resolve("summary.md"))).contains("the launcher ended with exit code");
    }

    /** Ranks map an archive of classes that lies in shared memory, as they would those of a JDK there. */
    @Test
    void filesThatRanksMapInSharedMemoryStay() throws IOException, InterruptedException {
        // A JVM that cannot map it does not start.
        LockstepJar how =
                lockstep().variable("JDK_JAVA_OPTIONS", "-Xshare:on -XX:SharedArchiveFile=/dev/shm/mapped/classes.jsa");
        FaultRun run = run(how, "openmpi", "fork-throws-op");
        Path archive = scratch.resolve("shm/mapped/classes.jsa");
        Files.createDirectories(archive.getParent());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (LockstepJar.Child dump =
                new LockstepJar(scratch).start(List.of(java, "-Xshare:dump", "-XX:SharedArchiveFile=" + archive))) {
            dump.await().exits(0);
        }
        run.complete();
        assertThat(archive).exists();
        Files.delete(archive);
        Files.delete(archive.getParent());
        run.assertGoodIsGood(1, 0);
        run.assertFailed("fork-throws-op", "the dog <ate> it", 1);
    }

    /** Neither launcher nor ranks could have their temporary files: nothing is started. */
    @Test
    void thereIsNoTemporaryFolder() throws IOException, InterruptedException {
        LockstepJar how = lockstep().variable("TMPDIR", "/proc/none");
        FaultRun run = new FaultRun(scratch, how, "--comm openmpi,local --ranks 2").complete();
        run.outcome().exits(2);
        assertThat(run.outcome().err())
                .contains("TMPDIR is /proc/none, and nothing can be written there", "unset it for /tmp")
                .doesNotContain("Exception", "\tat ");
        assertThat(run.out()).doesNotExist();
    }

    /** Whatever the ranks are doing; then the run goes on, for the lock is free. */
    @ParameterizedTest
    @CsvSource({
        "openmpi, fork-reads-op",
        "openmpi, fork-spins-op",
        "openmpi, pilot-receives-op",
        "local, fork-spins-op",
        "mpj, fork-receives-op",
        "push, fork-receives-op",
        "pull, fork-receives-op"
    })
    void theHostIsKilled(String comm, String fault) throws IOException, InterruptedException {
        FaultRun run = run(comm, fault);
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, fault);
            assertThat(run.traces().processes()).hasSizeGreaterThan(2);
            child.process().destroyForcibly().waitFor();
            run.awaitGone();
        }
        List<String> before = launches(run);
        // What was finished before is there.
        assertThat(before).hasSize(fault.startsWith("fork") ? 1 : 0);
        if (!before.isEmpty()) {
            assertThat(lockstep().exits(0, "report " + run.out()).out())
                    .contains("INCOMPLETE: The run is incomplete: 2 of 2 cells are not finished");
            assertThat(ReportText.of(run.out())).contains("The run is incomplete", "--resume");
        }
        assertThat(run.resume(" --forks 3").exits(2).err()).contains("effort.forks was 2, now 3");
        assertThat(launches(run)).isEqualTo(before);

        LockstepJar.Outcome rest = run.resume("");
        assertThat(rest.err()).contains("resumed: ").doesNotContain("warning");
        run.assertGoodIsGood(0, 1);
        assertThat(launches(run)).doesNotHaveDuplicates().hasSize(2 * FaultRun.FORKS);
        assertThat(launches(run).subList(0, before.size())).isEqualTo(before);
        assertThat(ranksOfEachIteration(run)).containsOnly(2L);
        assertThat(ReportText.of(run.out())).doesNotContain("incomplete");
        assertThat(LockstepJar.json(run.out().resolve("environment.json")).get("parts"))
                .hasSize(2);
        assertThat(run.resume("").exits(0).err()).contains("is complete: there is nothing to resume");
    }

    /** How many rows each iteration has. Those of two threads of one JVM may be the same, to the nanosecond. */
    private static Collection<Long> ranksOfEachIteration(FaultRun run) throws IOException {
        return RankRow.read(run.out().resolve("ranks.csv")).stream()
                .collect(Collectors.groupingBy(
                        row -> List.of(row.benchmark(), row.params(), row.fork(), row.phase(), row.iteration()),
                        Collectors.counting()))
                .values();
    }

    private static List<String> launches(FaultRun run) throws IOException {
        return JournalLines.of(run.out(), "launch").stream()
                .map(l -> l.path("cell").asText() + " fork " + l.path("fork").asInt())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"openmpi, INT, 130", "openmpi, TERM, 143", "openmpi, HUP, 129", "mpj, INT, 130"})
    void aRunThatIsToldToEndSaysHowToGoOn(String comm, String signal, int exit)
            throws IOException, InterruptedException {
        FaultRun run = run(comm, "fork-receives-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-receives-op");
            LockstepJar.signal(signal, child.process().pid());
            assertThat(child.await().exits(exit).err()).contains("To go on: lockstep run --resume --out " + run.out());
        }
        run.awaitGone();
        assertInterruptedAfterALaunch(run);
        assertThat(run.out().resolve("run.lock")).as("any host may go on").doesNotExist();
        assertThat(Files.readString(run.out().resolve("summary.md"))).contains("The run is incomplete");
        assertThat(ReportText.of(run.out())).contains("was interrupted", "The run is incomplete");
        String table = lockstep().exits(0, "report " + run.out()).out();
        assertThat(table).contains("INCOMPLETE: The run is incomplete: 2 of 2 cells");
        assertThat(table.lines())
                .anyMatch(line -> line.matches("Good.meet +" + comm + " +2 +[\\d.,]+ .*"))
                .anyMatch(line -> line.matches("Wrong.op.* +" + comm + " +2 +- .*"));
    }

    /** As by Ctrl-C, or by {@code timeout}: whatever is in the group that a shell would have made for the run. */
    @ParameterizedTest
    @CsvSource({"openmpi, INT", "openmpi, TERM", "none, TERM", "none, KILL"})
    void itsWholeGroupIsToldToEnd(String comm, String signal) throws IOException, InterruptedException {
        FaultRun run = run(lockstep().inGroup(), comm, "fork-reads-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-reads-op");
            Path sharedMemory = scratch.resolve("shm");
            assertThat(sharedMemory).isNotEmptyDirectory();
            LockstepJar.signal(signal, -child.process().pid());
            child.await();
            run.awaitGone();
            assertThat(sharedMemory).isEmptyDirectory();
        }
        if (!signal.equals("KILL")) {
            assertInterruptedAfterALaunch(run);
        }
    }

    private static void assertInterruptedAfterALaunch(FaultRun run) throws IOException {
        assertThat(LockstepJar.results(run.out())).hasSize(1);
        assertThat(JournalLines.of(run.out(), "launch"))
                .singleElement()
                .satisfies(l -> assertThat(l.path("status").asText()).isEqualTo("ok"));
        assertThat(JournalLines.of(run.out(), "end"))
                .singleElement()
                .satisfies(
                        end -> assertThat(end.path("interrupted").asBoolean()).isTrue());
    }

    @Test
    void theTerminalIsClosed() throws IOException, InterruptedException {
        FaultRun run = run(lockstep().inTerminal(), "openmpi", "fork-reads-op");
        try (LockstepJar.Child terminal = run.start()) {
            run.awaitStrike(terminal, "fork-reads-op");
            terminal.process().destroyForcibly().waitFor();
            run.awaitGone();
        }
        assertInterruptedAfterALaunch(run);
    }

    /** As by {@code lockstep run ... | head -1}. */
    @Test
    void nobodyReadsTheOutput() throws IOException, InterruptedException {
        Path output = LockstepJar.pipe(scratch.resolve("output"));
        FaultRun run = new FaultRun(scratch, lockstep().standardOutput(output), "--comm local --ranks 2");
        try (LockstepJar.Child head = lockstep().start(List.of("sh", "-c", ": <" + output))) {
            run.complete();
            head.await();
        }
        run.assertGoodIsGood(0, 0);
        assertThat(run.outcome().err()).contains("1 of 1 cells measured").doesNotContain("Exception");
    }
}
