package dev.lockstep.comm.openmpi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found, and what is said if something is not. */
class InstallationSearchTest {
    @TempDir
    Path root;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void install() throws IOException {
        script("bin/mpirun", "mpirun (Open MPI) 9.8.7");
        environment.put("PATH", root.resolve("empty") + ":" + root.resolve("bin"));
        environment.put("HOME", root.resolve("home").toString());
        touch("lib/x86_64-linux-gnu/libmpi_java.so");
    }

    @Test
    void findsTheJarInTheCache() throws IOException {
        Path jar = touch("home/.cache/lockstep/openmpi-9.8.7/mpi.jar");
        Availability.Available found = (Availability.Available) search();
        assertThat(found.version()).isEqualTo("Open MPI 9.8.7");
        assertThat(found.classPath()).containsExactly(jar);
        assertThat(found.systemProperties())
                .containsEntry(
                        "java.library.path",
                        root.resolve("lib/x86_64-linux-gnu").toString());
        assertThat(found.environment()).containsEntry("UCX_ERROR_SIGNALS", "").containsEntry("HFI_NO_BACKTRACE", "1");
    }

    @Test
    void aJarBesideTheLibraryComesFirst() throws IOException {
        touch("home/.cache/lockstep/openmpi-9.8.7/mpi.jar");
        Path jar = touch("lib/x86_64-linux-gnu/openmpi/lib/mpi.jar");
        assertThat(((Availability.Available) search()).classPath()).containsExactly(jar);
    }

    @Test
    void theCacheMayBeElsewhere() throws IOException {
        environment.put("XDG_CACHE_HOME", root.resolve("xdg").toString());
        Path shared = touch("xdg/lockstep/openmpi-9.8.7/mpi.jar");
        assertThat(((Availability.Available) search()).classPath()).containsExactly(shared);
        environment.put("LOCKSTEP_CACHE", root.resolve("own").toString());
        Path own = touch("own/openmpi-9.8.7/mpi.jar");
        assertThat(((Availability.Available) search()).classPath()).containsExactly(own);
    }

    @Test
    void aMissingJarIsNamedWithWhereItWasLookedForAndTheRemedy() {
        Availability.Unavailable missing = (Availability.Unavailable) search();
        assertThat(missing.reason())
                .contains("mpi.jar was not found")
                .contains(root.resolve("home/.cache/lockstep/openmpi-9.8.7/mpi.jar")
                        .toString());
        assertThat(missing.remedy()).contains("./lockstep setup");
    }

    @Test
    void whatIsNamedIsNotReplaced() throws IOException {
        touch("home/.cache/lockstep/openmpi-9.8.7/mpi.jar");
        environment.put("LOCKSTEP_OPENMPI_LIB", root.resolve("nowhere").toString());
        assertThat(((Availability.Unavailable) search()).reason())
                .isEqualTo("libmpi_java.so was not found; looked for " + root.resolve("nowhere/libmpi_java.so"));
        environment.put("LOCKSTEP_MPIRUN", root.resolve("nowhere/mpirun").toString());
        assertThat(((Availability.Unavailable) search()).reason())
                .isEqualTo("Open MPI's mpirun was not found; looked for " + root.resolve("nowhere/mpirun"));
    }

    private Availability search() {
        return new InstallationSearch(environment).availability();
    }

    private Path touch(String file) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.exists(path) ? path : Files.createFile(path);
    }

    private void script(String file, String says) throws IOException {
        Path path = touch(file);
        Files.writeString(path, "#!/bin/sh\necho '" + says + "'\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
