package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines of {@code mpiexec} and {@code srun}, and which launcher is chosen, on a machine that has what a test says. */
class MpiLaunchersTest {
    private static final String MPICH = "HYDRA build details:\n    Version:   5.0.2";
    private static final String INTEL = "Intel(R) MPI Library for Linux* OS, Version 2021.18.1 Build 1";
    private static final String OPEN_MPI = "mpirun (Open MPI) 5.0.11";

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

    private String mpiexec(LaunchRequest request) {
        List<String> words = new HydraLauncher(environment()).command(request);
        assertThat(words.get(0)).isEqualTo(bin.resolve("mpiexec").toString());
        return String.join(" ", words.subList(1, words.size()));
    }

    private String srun(LaunchRequest request) {
        List<String> words = new SrunLauncher(environment()).command(request);
        assertThat(words).startsWith("sh", "-c", LaunchScript.resource("srun.sh"), "srun", "srun");
        return String.join(" ", words.subList(5, words.size()));
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
    void onlyNamesOfForwardedVariablesStandOnCommandLines() throws IOException {
        program("mpiexec", MPICH);
        assertThat(mpiexec(request(2, 1, false, "auto", ""))).doesNotContain("LOCKSTEP_KEY=");
        assertThat(srun(request(2, 1, false, "auto", ""))).doesNotContain("LOCKSTEP_");
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

    /** With launchers and libraries that are there or not, each as said. */
    @ParameterizedTest
    @CsvSource({"a b, a b, a", "b, a b, b", "a b, b, b", "a, b, a", "'', '', a"})
    void autoTakesTheFirstThatWorksTogether(String launchers, String libraries, String chosen) {
        Launchers all = new Launchers(
                List.of(new Named("b", launchers.contains("b")), new Named("a", launchers.contains("a"))), List.of());
        assertThat(all.choose("auto", new Fake(libraries)).name()).isEqualTo(chosen);
        assertThat(all.choose("b", new Fake(libraries)).name()).isEqualTo("b");
    }

    private static Availability there(boolean is) {
        return is ? Availability.Available.plain("1", "here") : new Availability.Unavailable("gone", "get it");
    }

    private record Named(String name, boolean works) implements Launcher {
        @Override
        public String description() {
            return name;
        }

        @Override
        public Availability availability() {
            return MpiLaunchersTest.there(works);
        }

        @Override
        public String rankVariable() {
            return "R";
        }

        @Override
        public Map<String, String> environment() {
            return Map.of();
        }

        @Override
        public boolean spansHosts() {
            return false;
        }

        @Override
        public List<String> command(LaunchRequest request) {
            return List.of(name);
        }
    }

    private record Fake(String libraries) implements CommunicatorProvider {
        @Override
        public String name() {
            return "fake";
        }

        @Override
        public String description() {
            return "fake";
        }

        @Override
        public boolean ranksAreThreads() {
            return false;
        }

        @Override
        public List<String> launchers() {
            return List.of("a", "b");
        }

        @Override
        public Availability availability() {
            return there(!libraries.isEmpty());
        }

        @Override
        public Availability availability(String launcher) {
            return there(libraries.contains(launcher));
        }

        @Override
        public Map<Capability, String> unsupported() {
            return Map.of();
        }

        @Override
        public World open(WorldOptions options) {
            throw new IllegalStateException("nothing to open");
        }
    }
}
