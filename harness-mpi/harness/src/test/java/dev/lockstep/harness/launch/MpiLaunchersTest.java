package dev.lockstep.harness.launch;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command lines of all launchers, on a machine that has what a test says. */
class MpiLaunchersTest {
    private static final String MPICH = "HYDRA build details:\n    Version:   5.0.2";
    private static final String INTEL = "Intel(R) MPI Library for Linux* OS, Version 2021.18.1 Build 1";
    private static final String OPEN_MPI = "mpirun (Open MPI) 5.0.11";
    private static final String PATH = System.getenv("PATH");

    @TempDir
    Path bin;

    private Map<String, String> environment() {
        return Map.of(
                "PATH", bin.toString(), "LOCKSTEP_CACHE", bin.resolve("cache").toString());
    }

    private void program(String name, String version) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\ncat <<'END'\n" + version + "\nEND\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static LaunchRequest request(
            int ranks, int threads, boolean oversubscribed, String bind, String hosts, String... extra) {
        return new LaunchRequest(
                ranks,
                threads,
                oversubscribed,
                bind,
                List.of("LOCKSTEP_KEY", "LOCKSTEP_RELAY"),
                List.of(extra),
                Hosts.parse(hosts));
    }

    private static String after(int skipped, List<String> words) {
        return String.join(" ", words.subList(skipped, words.size()));
    }

    private static String mpirun(LaunchRequest request) {
        List<String> words = new MpirunLauncher().command(request);
        assertThat(words.get(0)).endsWith("mpirun");
        return after(1, words);
    }

    private String mpiexec(LaunchRequest request) {
        List<String> words = new HydraLauncher(environment()).command(request);
        assertThat(words.get(0)).isEqualTo(bin.resolve("mpiexec").toString());
        return after(1, words);
    }

    private String srun(LaunchRequest request) {
        List<String> words = new SrunLauncher(environment()).command(request);
        assertThat(words).startsWith("sh", "-c", LaunchScript.resource("srun.sh"), "srun", "srun");
        return after(5, words);
    }

    /** On so many cores of two CPUs each. */
    private static String processes(int cores, String path, LaunchRequest request) {
        List<String> all = IntStream.range(0, cores)
                .mapToObj(core -> core + "," + (core + cores))
                .toList();
        List<String> words = new ProcessLauncher(all, path).command(request);
        assertThat(words).startsWith("sh", "-c", LaunchScript.resource("processes.sh"), "processes", "4");
        return after(5, words);
    }

    /** Where there are enough, each thread has a core; else there is no binding, unless the user says so. */
    @Test
    void openMpisRanksAreBoundToAsManyCoresAsTheyHaveThreads() {
        assertThat(mpirun(request(4, 1, false, "auto", "")))
                .isEqualTo("-np 4 --bind-to core -x LOCKSTEP_KEY -x LOCKSTEP_RELAY");
        assertThat(mpirun(request(4, 2, false, "auto", ""))).startsWith("-np 4 --map-by slot:PE=2 --bind-to core ");
        for (int threads : new int[] {1, 2}) {
            assertThat(mpirun(request(4, threads, true, "auto", "")))
                    .startsWith("-np 4 --map-by slot:OVERSUBSCRIBE --bind-to none ");
        }
        assertThat(mpirun(request(4, 2, false, "socket", "", "--mca", "btl self,tcp")))
                .startsWith("-np 4 --bind-to socket ")
                .endsWith(" --mca btl self,tcp");
        assertThat(mpirun(request(4, 1, true, "core", ""))).contains("--map-by slot:OVERSUBSCRIBE --bind-to core ");
        assertThat(mpirun(request(4, 1, false, "auto", "h1:2,h2:2/16")))
                .startsWith("-np 4 --host h1:2,h2:2 --map-by slot --bind-to core -x ");
    }

    @Test
    void mpichsHydraIsToldByOptions() throws IOException {
        program("mpiexec", MPICH);
        assertThat(mpiexec(request(2, 1, false, "auto", "")))
                .isEqualTo("-n 2 -bind-to core -genvlist LOCKSTEP_KEY,LOCKSTEP_RELAY");
        assertThat(mpiexec(request(2, 3, false, "auto", ""))).contains("-bind-to core:3 ");
        assertThat(mpiexec(request(4, 1, true, "auto", ""))).contains("-bind-to none ");
        assertThat(mpiexec(request(4, 1, false, "socket", "", "-launcher", "rsh")))
                .contains("-bind-to socket ")
                .endsWith(" -launcher rsh");
        assertThat(mpiexec(request(3, 1, false, "none", "h1:2,h2"))).startsWith("-n 3 -hosts h1:2,h2:1 ");
    }

    @Test
    void intelsHydraIsToldByVariables() throws IOException {
        program("mpiexec", INTEL);
        assertThat(mpiexec(request(2, 1, false, "auto", "")))
                .isEqualTo("-n 2 -genv I_MPI_PIN 1 -genv I_MPI_PIN_DOMAIN core -genvlist LOCKSTEP_KEY,LOCKSTEP_RELAY");
        assertThat(mpiexec(request(2, 2, false, "core", "")))
                .contains("-genv I_MPI_PIN_DOMAIN 2:compact -genv I_MPI_PIN_CELL core ");
        assertThat(mpiexec(request(4, 1, true, "auto", ""))).contains("-genv I_MPI_PIN 0 ");
        assertThat(mpiexec(request(2, 1, true, "numa", ""))).contains("-genv I_MPI_PIN_DOMAIN numa ");
        assertThat(mpiexec(request(3, 1, false, "none", "h1:2,h2:2"))).startsWith("-n 3 -hosts h1,h1,h2 -ppn 1 -genv ");
    }

    @Test
    void srunIsToldHowRanksFindEachOther() throws IOException {
        assertThat(srun(request(2, 1, false, "auto", "")))
                .isEqualTo(
                        "--ntasks=2 --mpi=none --export=ALL --kill-on-bad-exit=1 --cpus-per-task=1 --cpu-bind=cores");
        program("mpiexec", MPICH);
        assertThat(srun(request(2, 2, false, "sockets", "", "--qos=x")))
                .contains(" --mpi=pmi2 ", " --cpus-per-task=2 --cpu-bind=sockets")
                .endsWith(" --qos=x");
        program("mpirun", OPEN_MPI);
        assertThat(srun(request(8, 1, true, "auto", "")))
                .contains(" --mpi=pmix ")
                .endsWith(" --overcommit --cpus-per-task=" + Cores.usable() + " --cpu-bind=none");
        assertThat(srun(request(3, 1, false, "none", "h1:2,h2:4,h3")))
                .contains(" --nodes=2 --nodelist=h1,h1,h2 --distribution=arbitrary ");
    }

    @Test
    void plainProcessesGetCoresOfTheirOwnWhereThereAreEnough() {
        assertThat(processes(4, PATH, request(4, 1, false, "auto", ""))).isEqualTo("0,4/1,5/2,6/3,7");
        assertThat(processes(8, PATH, request(4, 2, false, "core", "")))
                .isEqualTo("0,8,1,9/2,10,3,11/4,12,5,13/6,14,7,15");
        assertThat(processes(4, PATH, request(4, 1, false, "none", "", "nice", "-n1")))
                .isEqualTo("- nice -n1");
        assertThat(processes(2, PATH, request(4, 1, true, "auto", ""))).isEqualTo("-");
        assertThat(processes(0, PATH, request(4, 1, false, "auto", ""))).isEqualTo("-");
        assertThat(processes(4, "/nowhere::", request(4, 1, false, "auto", ""))).isEqualTo("-");
        assertThat(new ProcessLauncher().command(request(1, 4, true, "core", "", "numactl", "-N0")))
                .as("one needs no script")
                .containsExactly("numactl", "-N0");
        assertThat(new ProcessLauncher().environment()).containsEntry(new ProcessLauncher().rankVariable(), "0");
    }

    @Test
    void aBindingThatCannotBeIsRefusedWithWhatCan() {
        assertThrown(
                IllegalArgumentException.class,
                () -> processes(4, "/nowhere", request(4, 1, false, "core", "")),
                "taskset",
                "util-linux",
                "--bind none");
        assertThrown(
                IllegalArgumentException.class,
                () -> processes(3, PATH, request(4, 1, true, "core", "")),
                "4 ranks",
                "may use 3",
                "--bind none");
        assertThrown(
                IllegalArgumentException.class,
                () -> processes(4, PATH, request(4, 1, false, "socket", "")),
                "'core' or 'none', not to 'socket'");
    }

    @Test
    void aLauncherOfTheWrongKindIsNamedWithWhatItIs() throws IOException {
        program("mpiexec", OPEN_MPI);
        Availability.Unavailable missing = (Availability.Unavailable) new HydraLauncher(environment()).availability();
        assertThat(missing.reason())
                .contains("mpiexec of MPICH or Intel MPI", "it is Open MPI's, to be used as mpirun");
        assertThat(missing.remedy()).contains("./lockstep setup --all", "LOCKSTEP_MPIEXEC");
        program("mpiexec", INTEL);
        assertThat(new HydraLauncher(environment()).availability())
                .isEqualTo(Availability.Available.plain(
                        "Intel MPI 2021.18.1", bin.resolve("mpiexec").toString()));
    }
}
