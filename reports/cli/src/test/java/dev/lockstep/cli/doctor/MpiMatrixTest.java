package dev.lockstep.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the JVMs that look at one library each are asked, and understood. */
class MpiMatrixTest {
    private static final Path LIBRARY = Path.of("/opt/mpi");

    @Test
    void oneLibrarysFilesDoNotAnswerForAnother() {
        Map<String, String> named = Map.of(
                "LOCKSTEP_LIBMPI", "libmpi.so", "LOCKSTEP_OPENMPI_LIB", "lib", "LOCKSTEP_OPENMPI_JAR", "mpi.jar");
        Map<String, String> first = new HashMap<>(named);
        MpiMatrix.onlyFor(LIBRARY, true, first);
        assertThat(first).containsOnlyKeys("LOCKSTEP_MPI", "LOCKSTEP_OPENMPI_LIB", "LOCKSTEP_OPENMPI_JAR");
        Map<String, String> second = new HashMap<>(named);
        MpiMatrix.onlyFor(LIBRARY, false, second);
        assertThat(second).containsExactly(Map.entry("LOCKSTEP_MPI", "/opt/mpi"));
    }

    @Test
    void aJvmThatFailsIsNoEmptyRow() throws IOException, InterruptedException {
        List<Pairing> here =
                List.of(new Pairing("mpirun", "ffm", true, "", ""), new Pairing("mpirun", "none", false, "", ""));
        List<Pairing> failed = MpiMatrix.answer(new ProcessBuilder("sh", "-c", "exit 3").start(), LIBRARY, here);
        assertThat(failed).extracting(Pairing::comm).containsExactly("ffm", "none");
        assertThat(failed.get(0).works()).isFalse();
        assertThat(failed.get(0).reason()).contains("/opt/mpi ended with status 3");
        assertThat(failed.get(1).fits()).isFalse();
        String line = here.get(0).format();
        Process good = new ProcessBuilder("printf", "%s\\n", line).start();
        assertThat(MpiMatrix.answer(good, LIBRARY, here)).containsExactly(here.get(0));
    }
}
