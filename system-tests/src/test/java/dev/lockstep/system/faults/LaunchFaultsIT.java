package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is around the ranks goes away in mid-run: the launcher, the script that started it, the host, the terminal. */
@Tag("faults")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class LaunchFaultsIT {
    private static final int SURVIVAL_SECONDS = 5;

    /** Without their launcher, Open MPI's ranks end by themselves: either is noticed first. */
    private static final String LAUNCHER = "the launch(er| script) (has )?ended|its JVM exited or was killed";

    @TempDir
    static Path folder;

    private static Path jar;

    @TempDir
    Path scratch;

    @BeforeAll
    static void compile() throws IOException {
        jar = FaultyJar.compile(folder);
    }

    private LockstepJar lockstep() {
        return new LockstepJar(scratch).before(jar);
    }

    private FaultRun run(String comm, String faults) throws IOException, InterruptedException {
        return run(lockstep(), comm, faults);
    }

    private FaultRun run(LockstepJar how, String comm, String faults) throws IOException, InterruptedException {
        return new FaultRun(scratch, how, ("Wrong --comm " + comm + " --ranks 2 -p fault=" + faults).split(" "))
                .withPipe();
    }

    private static long pid(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }

    @Test
    void theLauncherDies() throws IOException, InterruptedException {
        FaultRun run = run("openmpi", "fork-reads-op,fork-spins-op,pilot-reads-op");
        try (LockstepJar.Child child = run.start()) {
            for (String fault : new String[] {"pilot-reads-op", "fork-reads-op", "fork-spins-op"}) {
                run.awaitStrike(child, fault);
                LockstepJar.signal("KILL", pid(run.lastLaunch().resolve("launcher.pid")));
            }
            run.ended(child);
        }
        run.assertGoodIsGood(1, 0);
        run.assertFailed("pilot-reads-op", LAUNCHER);
        run.assertFailed("fork-reads-op", LAUNCHER);
        run.assertFailed("fork-spins-op", LAUNCHER);
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

    /** Ranks map an archive of classes that lies in shared memory, as they would those of a JDK there. */
    @Test
    void filesThatRanksMapInSharedMemoryStay() throws IOException, InterruptedException {
        Path archives = Files.createTempDirectory(Path.of("/dev/shm"), "lockstep-test");
        Path archive = archives.resolve("classes.jsa");
        String option = "-XX:SharedArchiveFile=" + archive;
        try {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            try (LockstepJar.Child dump = lockstep().start(List.of(java, "-Xshare:dump", option))) {
                assertThat(dump.await().exit()).as(dump.said()).isZero();
            }
            // A JVM that cannot map it does not start.
            LockstepJar mapping = lockstep().variable("JDK_JAVA_OPTIONS", "-Xshare:on " + option);
            FaultRun run = run(mapping, "openmpi", "fork-throws-op").complete();
            run.assertGoodIsGood(1, 0);
            run.assertFailed("fork-throws-op", "the dog <ate> it", 1);
            assertThat(archive).exists();
        } finally {
            Files.deleteIfExists(archive);
            Files.delete(archives);
        }
    }

    /** Neither launcher nor ranks can have their temporary files, and there is nothing to clear away. */
    @Test
    void thereIsNoTemporaryFolder() throws IOException, InterruptedException {
        FaultRun run = new FaultRun(
                        scratch, lockstep().variable("TMPDIR", "/proc/none"), "--comm", "openmpi,local", "--ranks", "2")
                .complete();
        assertThat(run.outcome().exit()).as(run.outcome().toString()).isEqualTo(1);
        assertThat(run.outcome().err()).doesNotContain("Exception", "\tat ");
        assertThat(JournalLines.of(run.out(), "end"))
                .singleElement()
                .satisfies(end -> assertThat(end.get("exit").asInt()).isEqualTo(1));
        run.assertNothingIsLeft();
    }

    /** Whatever the ranks are doing; then the run goes on, for the lock is free. */
    @ParameterizedTest
    @CsvSource({"openmpi, fork-reads-op", "openmpi, fork-spins-op", "openmpi, pilot-receives-op", "local, fork-spins-op"
    })
    void theHostIsKilled(String comm, String fault) throws IOException, InterruptedException {
        FaultRun run = run(comm, fault);
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, fault);
            assertThat(run.traces().processes()).hasSizeGreaterThan(2);
            child.process().destroyForcibly().waitFor();
            long killed = System.nanoTime();
            LockstepJar.await(
                    "no process is left", () -> run.traces().processes().isEmpty());
            assertThat(System.nanoTime() - killed).isLessThan(TimeUnit.SECONDS.toNanos(SURVIVAL_SECONDS));
        }
        run.assertNothingIsLeft();
        if (fault.startsWith("fork")) {
            // What was finished before is there.
            assertThat(LockstepJar.results(run.out())).hasSize(1);
        }
        run.resume().assertGoodIsGood(0, 1);
    }

    @Test
    void theTerminalIsClosed() throws IOException, InterruptedException {
        FaultRun run = run(lockstep().inTerminal(), "openmpi", "fork-reads-op");
        try (LockstepJar.Child terminal = run.start()) {
            run.awaitStrike(terminal, "fork-reads-op");
            terminal.process().destroyForcibly().waitFor();
            LockstepJar.await(
                    "no process is left", () -> run.traces().processes().isEmpty());
        }
        run.assertNothingIsLeft();
        assertThat(LockstepJar.results(run.out())).hasSize(1);
        assertThat(JournalLines.of(run.out(), "end")).singleElement().satisfies(LaunchFaultsIT::assertInterrupted);
    }

    private static void assertInterrupted(JsonNode end) {
        assertThat(end.get("interrupted").asBoolean()).isTrue();
    }

    /** As by {@code lockstep run ... | head -1}. */
    @Test
    void nobodyReadsTheOutput() throws IOException, InterruptedException {
        Path output = scratch.resolve("output");
        assertThat(new ProcessBuilder("mkfifo", output.toString()).start().waitFor())
                .isZero();
        Thread head = new Thread(() -> {
            try {
                Files.newInputStream(output).close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        head.start();
        FaultRun run = new FaultRun(scratch, lockstep().standardOutput(output), "--comm", "local", "--ranks", "2");
        run.complete();
        head.join();
        run.assertGoodIsGood(0, 0);
        assertThat(run.outcome().err()).contains("1 of 1 cells measured").doesNotContain("Exception");
    }
}
