package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code doctor} on this machine: a JVM for each MPI that is here, once. */
class DoctorTest {
    @TempDir
    Path scratch;

    @Test
    void saysWhatIsThereWatchesTheCoresAndRefusesWhatHasNoName() throws IOException {
        Path file = scratch.resolve("readings.csv");
        Typed typed = Typed.line("doctor --require local,process,nope --watch 300ms --readings " + file);
        typed.refused("nope", "mpj-multicore, none, openmpi, pull, push, transport, mpiexec, mpirun, process, srun");
        assertThat(typed.err()).matches("(?s)\\[1/1, .* left] watching the cores: \\d+ readings\n.*");
        assertThat(typed.out())
                .contains(System.getProperty("java.home"), "local      available: ", "process    available: ")
                .containsPattern("openmpi +(available|missing): ")
                .containsPattern("mpirun +(available|missing): ")
                .containsPattern("MPI library +launcher +c +fastmpj +ffm +mpj +none +openmpi +pull +push\n")
                .containsPattern("- +process +- +- +- +- +yes +- +yes +yes\n")
                .containsPattern("\nplacements (one|this machine moves|unknown)");
        if (typed.out().contains("\n  Open MPI ")) {
            assertThat(typed.out()).containsPattern("  Open MPI [\\d.]+ +mpirun +(yes|no \\(\\d+\\)) +- +");
        }
        assertThat(Files.readAllLines(file))
                .startsWith("seconds,nanos")
                .filteredOn(line -> !line.startsWith("s"))
                .allMatch(line -> line.matches("\\d+\\.\\d{3},\\d+\\.\\d"));
    }
}
