package dev.lockstep.transport.shm;

import dev.lockstep.transport.testkit.TransportContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The contract for a transport whose peers leave what they share in memory; there are more threads than cores. */
public abstract class MemoryContract extends TransportContract {
    private static final Path MEMORY = Path.of("/dev/shm");

    private Path inMemory;

    @Override
    protected Map<String, String> options() {
        return Map.of("wait", "park");
    }

    /** In memory where there is such a folder. */
    @Override
    protected Path shared(Path scratch) {
        return Files.isDirectory(MEMORY) ? inMemory : scratch;
    }

    @BeforeEach
    protected void makeFolder() throws IOException {
        if (Files.isDirectory(MEMORY)) {
            inMemory = Files.createTempDirectory(MEMORY, "lockstep-contract");
        }
    }

    @AfterEach
    protected void nothingIsLeft() throws IOException {
        if (inMemory != null) {
            try (Stream<Path> left = Files.walk(inMemory)) {
                for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
