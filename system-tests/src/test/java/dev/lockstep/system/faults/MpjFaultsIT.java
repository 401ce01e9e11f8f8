package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of MPJ Express, started by Lockstep's own launcher, go wrong; and they run beside another MPI's. */
@Tag("faults")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class MpjFaultsIT {
    @TempDir
    static Path folder;

    private static Path jar;

    @TempDir
    Path scratch;

    @BeforeAll
    static void compile() throws IOException {
        jar = FaultyJar.compile(folder);
    }

    private FaultRun run(String arguments) throws IOException, InterruptedException {
        return new FaultRun(scratch, new LockstepJar(scratch).before(jar), arguments.split(" ")).withPipe();
    }

    @Test
    void aRankOfMpjDies() throws IOException, InterruptedException {
        FaultRun run = run("Wrong --comm mpj --ranks 2 --timeout 60s -p fault=fork-dies-op,fork-throws-op")
                .complete();
        run.assertGoodIsGood(1, 0);
        run.assertFailed("fork-dies-op", "rank 1 \\(pid \\d+ on [^)]*\\): .*its JVM exited or was killed", 1);
        run.assertFailed("fork-throws-op", "rank 1 \\(pid \\d+ on [^)]*\\): .*the dog <ate> it", 1);
    }

    @Test
    void mpjsLauncherDies() throws IOException, InterruptedException {
        FaultRun run = run("Wrong --comm mpj --ranks 2 -p fault=fork-receives-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-receives-op");
            String pid =
                    Files.readString(run.lastLaunch().resolve("launcher.pid")).strip();
            LockstepJar.signal("KILL", Long.parseLong(pid));
            run.ended(child);
        }
        run.assertGoodIsGood(1, 0);
        run.assertFailed("fork-receives-op", "the launch(er| script) (has )?ended|its JVM exited or was killed");
    }

    @Test
    void aRunOfMpjIsInterrupted() throws IOException, InterruptedException {
        FaultRun run = run("Wrong --comm mpj --ranks 2 -p fault=fork-receives-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-receives-op");
            child.interrupt();
            assertThat(child.await().exit()).isEqualTo(130);
            LockstepJar.await(
                    "no process is left", () -> run.traces().processes().isEmpty());
        }
        run.assertNothingIsLeft();
    }

    @Test
    void theHostOfMpjsRanksIsKilled() throws IOException, InterruptedException {
        FaultRun run = run("Wrong --comm mpj --ranks 2 -p fault=fork-receives-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-receives-op");
            child.process().destroyForcibly().waitFor();
            LockstepJar.await(
                    "no process is left", () -> run.traces().processes().isEmpty());
        }
        run.assertNothingIsLeft();
    }

    /** Both name their package mpi: the class path of a rank has one of them, or, for MPJ Express's threads, none. */
    @Test
    void twoLibrariesInOneRunDoNotMeet() throws IOException, InterruptedException {
        Path out = scratch.resolve("both");
        LockstepJar.Outcome outcome = new LockstepJar(scratch)
                .before(jar)
                .lockstep(
                        ("run Good.meet --comm openmpi,mpj,mpj-multicore --ranks 2 --forks 1 --warmup 1 --iterations 1"
                                        + " --iteration-time 10ms --out " + out)
                                .split(" "));
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(LockstepJar.results(out)).hasSize(3);
        int looked = 0;
        for (Path script : scripts(out)) {
            String text = Files.readString(script);
            assertThat(text.contains("/mpj.jar")).as(script.toString()).isEqualTo(text.contains("LOCKSTEP_COMM='mpj'"));
            assertThat(text.contains("/mpi.jar"))
                    .as(script.toString())
                    .isEqualTo(text.contains("LOCKSTEP_COMM='openmpi'"));
            looked++;
        }
        assertThat(looked).isGreaterThanOrEqualTo(6);
    }

    private static List<Path> scripts(Path out) throws IOException {
        try (Stream<Path> files = Files.walk(out.resolve("launches"))) {
            return files.filter(f -> f.endsWith("launch.sh")).toList();
        }
    }
}
