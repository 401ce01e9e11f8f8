package dev.lockstep.collectives.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are processes, over a file that each has mapped. */
class FlatProcessesTest {
    private static final int OPERATIONS = 2_000;

    @ParameterizedTest
    @ValueSource(ints = 2)
    void processesShareAFile(int ranks) throws IOException, InterruptedException {
        Path shm = Path.of("/dev/shm");
        Path file = Files.isWritable(shm)
                ? Files.createTempFile(shm, "lockstep-flat-", ".test")
                : Files.createTempFile("lockstep-flat-", ".test");
        List<Process> processes = new ArrayList<>();
        try {
            Files.write(file, new byte[FlatCollectives.bytes(ranks)]);
            for (int rank = 0; rank < ranks; rank++) {
                processes.add(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                FlatProcessMain.class.getName(),
                                file.toString(),
                                Integer.toString(rank),
                                Integer.toString(ranks),
                                Integer.toString(OPERATIONS))
                        .redirectErrorStream(true)
                        .start());
            }
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(processes.get(rank).waitFor(2, TimeUnit.MINUTES)).isTrue();
                assertThat(new String(processes.get(rank).getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .contains("rank " + rank + " has checked all");
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
            Files.delete(file);
        }
    }
}
