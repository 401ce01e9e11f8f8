package dev.lockstep.system.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.Slurm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks of every launcher: a good cell beside one whose rank dies, an interruption, a killed launcher, and what is refused. */
@Tag("environments")
@Timeout(220)
class LaunchersIT {
    private static final String RANK_DIED = "rank 1 \\(pid \\d+ on [^)]*\\): .*its JVM exited or was killed";
    private static final String LAUNCHER_DIED = "the launch(er| script) (has )?ended|its JVM exited or was killed";

    @TempDir
    static Path folder;

    private static Slurm slurm;

    @TempDir
    Path scratch;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        slurm = Slurm.start(folder.resolve("slurm"));
    }

    @AfterAll
    static void end() {
        if (slurm != null) {
            slurm.close();
        }
    }

    /** With the MPI whose name in the cache begins so. */
    private LockstepJar lockstep(String mpi) throws IOException {
        LockstepJar lockstep = new LockstepJar(scratch).with(FaultyJar.get()).variable("LOCKSTEP_MPI", mpi);
        slurm.environment().forEach(lockstep::variable);
        return lockstep;
    }

    /** Slurm's daemons start ranks in the machine's shared memory. */
    private FaultRun run(String mpi, String launcher, String fault) throws IOException, InterruptedException {
        String typed = "Wrong --comm none --ranks 2 --launcher " + launcher + " -p fault=" + fault;
        return launcher.equals("srun")
                ? FaultRun.outside(scratch, lockstep(mpi), typed)
                : new FaultRun(scratch, lockstep(mpi), typed);
    }

    private static void assertNoJob() throws InterruptedException {
        LockstepJar.await("Slurm has no job", () -> {
            try {
                return slurm.jobs().isEmpty();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "mpich, mpiexec, bin/mpiexec -n 2 -bind-to core -genvlist",
        "impi, mpiexec, bin/mpiexec -n 2 -genv I_MPI_PIN 1",
        "openmpi, mpirun, bin/mpirun -np 2 --bind-to core -x",
        "mpich, srun, --ntasks=2 --mpi=pmi2 --export=ALL"
    })
    void aRankDies(String mpi, String launcher, String command) throws IOException, InterruptedException {
        FaultRun run = run(mpi, launcher, "fork-dies-op").complete();
        run.assertGoodIsGood(1, 0);
        run.assertFailed("fork-dies-op", RANK_DIED, 1);
        assertThat(Files.readString(run.out().resolve("environment.json"))).contains(command);
        List<String> rows = Files.readAllLines(run.out().resolve("ranks.csv"));
        assertThat(rows.stream().filter(row -> row.contains("Good.meet")).map(row -> row.split(",", -1)[9]))
                .contains("0", "1");
        assertNoJob();
    }

    @ParameterizedTest
    @CsvSource({"mpich, mpiexec", "mpich, srun"})
    void theRunIsInterrupted(String mpi, String launcher) throws IOException, InterruptedException {
        FaultRun run = run(mpi, launcher, "fork-reads-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-reads-op");
            assertThat(LockstepJar.commandLines())
                    .as("the key stands on no command line")
                    .noneMatch(line -> line.contains("LOCKSTEP_KEY="));
            child.interrupt();
            child.await().exits(130);
        }
        run.awaitGone();
        assertNoJob();
    }

    @ParameterizedTest
    @CsvSource({"impi, mpiexec", "openmpi, mpirun", "openmpi, srun"})
    void theLauncherDies(String mpi, String launcher) throws IOException, InterruptedException {
        FaultRun run = run(mpi, launcher, "fork-reads-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-reads-op");
            run.killLauncher();
            run.ended(child);
        }
        run.assertGoodIsGood(1, 0);
        run.assertFailed("fork-reads-op", LAUNCHER_DIED);
        assertNoJob();
    }

    @Test
    void ranksFillTheNodesThatAreSaid() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        // Two nodes on one machine are more than Slurm's PMIx plugin can tell apart.
        lockstep("mpich")
                .exits(
                        0,
                        "run Good.meet --comm none --ranks 3 --launcher srun --hosts n2:2,n1:1 --bind none --forks 1"
                                + " --warmup 1 --iterations 1 --iteration-time 10ms --distribution-forks 0 --out "
                                + out);
        assertThat(Files.readString(out.resolve("environment.json")))
                .contains("--nodes=2 --nodelist=n2,n2,n1 --distribution=arbitrary");
        assertThat(Files.readAllLines(out.resolve("ranks.csv")))
                .filteredOn(row -> row.contains(",measurement,"))
                .hasSize(3);
        assertNoJob();
    }

    private void assertRefused(LockstepJar lockstep, String options, String... words)
            throws IOException, InterruptedException {
        assertThat(lockstep.exits(2, "run Good.meet --comm none --ranks 2 " + options)
                        .err())
                .contains(words)
                .doesNotContain("\tat ");
    }

    @Test
    void aLauncherThatIsNotThereOrOfAnotherMpiIsRefused() throws IOException, InterruptedException {
        assertRefused(
                new LockstepJar(scratch).with(FaultyJar.get()).variable("LOCKSTEP_MPIEXEC", "/usr/bin/mpirun"),
                "--launcher mpiexec",
                "launcher mpiexec cannot be used here",
                "/usr/bin/mpirun (it is Open MPI's, to be used as mpirun)",
                "./lockstep setup --all");
        assertRefused(
                new LockstepJar(scratch)
                        .with(FaultyJar.get())
                        .variable("SLURM_CONF", folder.resolve("slurm.conf.not").toString()),
                "--launcher srun",
                "launcher srun cannot be used here",
                "run it on a cluster's node where sinfo lists the nodes");
        assertRefused(
                lockstep("mpich"), "--launcher mpirun", "launcher mpirun cannot be used here", "Open MPI's mpirun");
    }

    @Test
    void hostsThatTheLauncherDoesNotKnowAreRefused() throws IOException, InterruptedException {
        assertRefused(
                lockstep("mpich"),
                "--launcher srun --hosts n1:1,nosuch:1 --timeout 120s --out " + scratch.resolve("out"),
                "nosuch: ",
                "Invalid node name");
    }

    /** Both name their package mpi: the class path of a rank has one of them, or, for MPJ Express's threads, none. */
    @Test
    void twoLibrariesInOneRunDoNotMeet() throws IOException, InterruptedException {
        Path out = scratch.resolve("both");
        new LockstepJar(scratch)
                .before(FaultyJar.get())
                .exits(
                        0,
                        "run Good.meet --comm openmpi,mpj,mpj-multicore --ranks 2 --forks 1 --warmup 1 --iterations 1"
                                + " --iteration-time 10ms --out " + out);
        assertThat(LockstepJar.results(out)).hasSize(3);
        try (Stream<Path> files = Files.walk(out.resolve("launches"))) {
            assertThat(files.filter(file -> file.endsWith("launch.sh")))
                    .hasSizeGreaterThanOrEqualTo(6)
                    .allSatisfy(script -> {
                        String text = Files.readString(script);
                        assertThat(text.contains("/mpj.jar")).isEqualTo(text.contains("LOCKSTEP_COMM='mpj'"));
                        assertThat(text.contains("/mpi.jar")).isEqualTo(text.contains("LOCKSTEP_COMM='openmpi'"));
                    });
        }
    }
}
