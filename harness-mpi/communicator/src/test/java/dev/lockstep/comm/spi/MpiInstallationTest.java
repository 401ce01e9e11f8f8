package dev.lockstep.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MpiInstallationTest {
    private static final String HYDRA = "HYDRA build details:\n    Version:                 5.0.2";
    private static final String INTEL = "Intel(R) MPI Library for Linux* OS, Version 2021.18.1 Build 20260626 (id: b4)";
    private static final String OPEN_MPI = "mpirun (Open MPI) 4.1.4";

    @TempDir
    Path root;

    private final Map<String, String> environment = new HashMap<>();
    private final List<String> tried = new ArrayList<>();

    @BeforeEach
    void nothingButAPath() {
        environment.put("PATH", root.resolve("bin").toString());
        environment.put("LOCKSTEP_CACHE", root.resolve("cache").toString());
    }

    @Test
    void eachFamilySaysItsVersionInItsOwnWords() throws IOException {
        script("bin/mpirun", OPEN_MPI);
        script("bin/mpiexec", INTEL);
        script("bin/mpiexec.hydra", HYDRA);
        assertThat(MpiInstallation.discover(environment, tried))
                .extracting(MpiInstallation::toString)
                .containsExactly(
                        "Open MPI 4.1.4 (" + root + "/bin/mpirun)",
                        "Intel MPI 2021.18.1 (" + root + "/bin/mpiexec)",
                        "MPICH 5.0.2 (" + root + "/bin/mpiexec.hydra)");
        assertThat(found("mpiexec").family()).isEqualTo(MpiInstallation.Family.INTEL_MPI);
    }

    @Test
    void anotherFamilysLauncherIsPassedOverWithTheReason() throws IOException {
        script("bin/mpirun", HYDRA);
        script("bin/mpiexec", OPEN_MPI);
        assertThat(MpiInstallation.discover(environment, tried)).isEmpty();
        assertThat(tried)
                .contains(
                        root + "/bin/mpirun (it is MPICH's, to be used as mpiexec)",
                        root + "/bin/mpiexec (it is Open MPI's, to be used as mpirun)");
        script("bin/mpirun", "mpirun 1.0");
        tried.clear();
        assertThat(MpiInstallation.find("mpirun", environment, tried)).isEmpty();
        assertThat(tried.get(0)).isEqualTo(root + "/bin/mpirun (it does not say that it is Open MPI's)");
    }

    @Test
    void thePathComesBeforeTheCacheUnlessAnInstallationIsNamed() throws IOException {
        script("bin/mpirun", OPEN_MPI);
        script("cache/mpi/openmpi-5.0.11/bin/mpirun", "mpirun (Open MPI) 5.0.11");
        script("cache/mpi/mpich-5.0.2/bin/mpiexec", HYDRA);
        assertThat(MpiInstallation.discover(environment, tried))
                .extracting(MpiInstallation::version)
                .containsExactly("4.1.4", "5.0.11", "5.0.2");
        environment.put("LOCKSTEP_MPI", "openmpi");
        assertThat(MpiInstallation.discover(environment, tried))
                .extracting(MpiInstallation::version)
                .containsExactly("5.0.11");
        environment.put("LOCKSTEP_MPI", root.toString());
        assertThat(found("mpirun").version()).isEqualTo("4.1.4");
        environment.put("LOCKSTEP_MPI", "intel");
        assertThat(MpiInstallation.discover(environment, tried)).isEmpty();
    }

    @Test
    void theCachesMpichComesBeforeIntelMpiAndTheNewestFirst() throws IOException {
        script("cache/mpi/impi-2021.18.1/bin/mpiexec", INTEL);
        for (String version : List.of("4.3.2", "5.0.2", "5.0.10")) {
            script("cache/mpi/mpich-" + version + "/bin/mpiexec", HYDRA.replace("5.0.2", version));
        }
        script("cache/mpi/mpich/bin/mpiexec", HYDRA.replace("5.0.2", "unknown"));
        assertThat(MpiInstallation.discover(environment, tried))
                .extracting(MpiInstallation::version)
                .containsExactly("5.0.10", "5.0.2", "4.3.2", "unknown", "2021.18.1");
    }

    @Test
    void aNamedLauncherIsNotReplaced() throws IOException {
        script("bin/mpiexec", HYDRA);
        environment.put("LOCKSTEP_MPIEXEC", root.resolve("nowhere").toString());
        assertThat(MpiInstallation.find("mpiexec", environment, tried)).isEmpty();
        assertThat(tried).containsExactly(root + "/nowhere");
    }

    @Test
    void librariesAreLookedForBehindTheLaunchersLinks() throws IOException {
        script("real/bin/orterun", OPEN_MPI);
        Files.createDirectories(root.resolve("real/lib/x86_64-linux-gnu"));
        Files.createDirectories(root.resolve("bin"));
        Files.createSymbolicLink(root.resolve("bin/mpirun"), root.resolve("real/bin/orterun"));
        MpiInstallation found = found("mpirun");
        assertThat(found.launcher()).isEqualTo(root.resolve("bin/mpirun"));
        Path real = root.toRealPath().resolve("real");
        assertThat(found.prefix()).isEqualTo(real);
        assertThat(found.libraryFolders())
                .containsExactly(
                        real.resolve("lib"),
                        real.resolve("lib64"),
                        real.resolve("lib/x86_64-linux-gnu"),
                        real.resolve("lib/x86_64-linux-gnu/openmpi/lib"));
        assertThat(found.environment()).containsOnlyKeys("UCX_ERROR_SIGNALS", "HFI_NO_BACKTRACE");
    }

    private MpiInstallation found(String launcher) {
        return MpiInstallation.find(launcher, environment, tried).orElseThrow();
    }

    private void script(String file, String says) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, "#!/bin/sh\necho '" + says + "'\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
