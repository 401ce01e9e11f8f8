package dev.lockstep.comm.openmpi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open MPI's bindings in ranks that a launcher of another MPI has started: each of them is alone, and says so. */
@Tag("faults")
class WrongLauncherIT {
    private static final long TIMEOUT_SECONDS = 180;

    @TempDir
    Path scratch;

    /** A rank of two. */
    static final class Rank {
        public static void main(String[] args) {
            try {
                new OpenMpiProvider().open(new WorldOptions(2, 1, 1)).close();
                System.out.println("all is well");
            } catch (CommunicationException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void everyRankNoticesThatItIsAlone() throws IOException, InterruptedException {
        List<String> tried = new ArrayList<>();
        MpiInstallation other = MpiInstallation.find("mpiexec", System.getenv(), tried)
                .orElseThrow(() -> new AssertionError("no mpiexec (./lockstep setup --tests); looked for " + tried));
        Availability.Available library = (Availability.Available) new OpenMpiProvider().availability();
        List<String> command = new ArrayList<>(List.of(other.launcher().toString(), "-n", "2"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        library.systemProperties().forEach((name, value) -> command.add("-D" + name + "=" + value));
        String classPath = System.getProperty("java.class.path");
        command.addAll(
                List.of("-cp", library.classPath().get(0) + File.pathSeparator + classPath, Rank.class.getName()));
        Path output = scratch.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        builder.environment().putAll(library.environment());
        Process process = builder.start();
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(output))
                .filteredOn(line -> line.contains("Open MPI v")
                        && line.contains("counts 1 rank, but 2 were started by mpiexec (PMI_SIZE=2)")
                        && line.contains("believes that it is alone"))
                .as(Files.readString(output))
                .hasSize(2);
    }
}
