package dev.lockstep.harness.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Building, with scripts in place of launcher and compiler. */
class ReferenceProgramTest {
    private static final String LINKS = "shift $(($# - 2)); echo 'exit 0' >$1; chmod +x $1; echo built >>$HERE/builds";

    @TempDir
    Path scratch;

    private ReferenceProvider provider;

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(scratch.resolve("mpi/bin"));
        script("mpirun", "echo 'mpirun (Open MPI) 4.1.4'");
        provider = new ReferenceProvider(Map.of(
                "LOCKSTEP_MPI",
                scratch.resolve("mpi").toString(),
                "LOCKSTEP_CACHE",
                scratch.resolve("cache").toString()));
    }

    private void script(String name, String body) throws IOException {
        Path file = scratch.resolve("mpi/bin").resolve(name);
        Files.writeString(file, "#!/bin/sh\nHERE=" + scratch + "\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** A compiler that says its name when asked, and otherwise does what is said. */
    private void compiler(String name, String otherwise) throws IOException {
        script("mpicc", "[ \"$1\" != --version ] || { echo; echo '" + name + "'; exit; }\n" + otherwise);
    }

    private Availability.Unavailable missing() {
        assertThat(provider.availability()).isInstanceOf(Availability.Unavailable.class);
        return (Availability.Unavailable) provider.availability(LauncherTraits.MPIRUN);
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(scratch.resolve("builds"));
    }

    @Test
    void itIsBuiltOnceForEachCompiler() throws IOException {
        compiler("cc 1", LINKS);
        assertThat(provider.availability(LauncherTraits.MPIRUN))
                .isInstanceOfSatisfying(Availability.Available.class, found -> {
                    assertThat(found.version()).isEqualTo("Open MPI 4.1.4, cc 1");
                    assertThat(Path.of(found.where())).isExecutable().startsWith(scratch.resolve("cache"));
                });
        Path first = provider.program(LauncherTraits.MPIRUN).file();
        assertThat(first.resolveSibling("reference.c")).content().contains("MPI_Allreduce");
        assertThat(builds()).hasSize(1);
        compiler("cc 2", LINKS);
        assertThat(provider.program(LauncherTraits.MPIRUN).file())
                .isExecutable()
                .isNotEqualTo(first);
        assertThat(builds()).hasSize(2);
        try (Stream<Path> left = Files.list(first.getParent())) {
            assertThat(left).hasSize(2);
        }
    }

    /** It links to one compiler, then to another. */
    @Test
    void theCompilerWithTheMpisOwnNameComesFirstAndALinkToAnotherIsAnother() throws IOException {
        script("mpicc", "echo 'of another MPI' >&2; exit 1");
        Path link = scratch.resolve("mpi/bin/mpicc.openmpi");
        for (String name : List.of("one", "another")) {
            script(name, "[ \"$1\" != --version ] || { echo 'cc 1'; exit; }\n" + LINKS);
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of(name));
            ReferenceProgram program = provider.program(LauncherTraits.MPIRUN);
            assertThat(program.compiler()).isEqualTo("cc 1");
            assertThat(program.file()).isExecutable();
        }
        assertThat(builds()).hasSize(2);
    }

    @Test
    void withoutACompilerItSaysWhereItLookedAndWhatToDo() {
        Availability.Unavailable missing = missing();
        assertThat(missing.reason())
                .contains("the C compiler of Open MPI 4.1.4")
                .contains("was not found")
                .contains(scratch.resolve("mpi/bin/mpicc").toString());
        assertThat(missing.remedy()).contains("./lockstep setup", "libopenmpi-dev");
    }

    @Test
    void theCompilersWordsAreShown() throws IOException {
        script("mpicc", "echo 'gcc: command not found' >&2; exit 127");
        assertThat(missing().reason()).contains("mpicc --version failed: gcc: command not found");
        compiler("cc 1", "echo \"reference.c:10:10: fatal error: mpi.h: No such file\" >&2; echo stop >&2; exit 1");
        assertThat(missing().reason())
                .contains("-std=c11 -O2 -o lockstep-reference reference.c failed:")
                .contains("reference.c:10:10: fatal error: mpi.h: No such file | stop");
        // One that leaves nothing is not believed.
        compiler("cc 1", "exit 0");
        assertThat(missing().reason()).contains("there is no lockstep-reference");
    }

    @Test
    void withoutTheLauncherThereIsNoMpi() {
        assertThat(provider.availability(LauncherTraits.MPIEXEC))
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        not -> assertThat(not.reason()).contains("no MPI with the launcher mpiexec was found"));
    }
}
