package dev.lockstep.harness.rank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files in shared memory that this process maps: Open MPI's, say, which stay behind if it is killed together with its launcher. */
final class SharedMemory {
    private static final String FOLDER = "/dev/shm/";
    private static final String DELETED = " (deleted)";

    private SharedMemory() {}

    /** Their paths, one per line, from /proc/self/maps; none elsewhere than on Linux. */
    static String files() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        if (!Files.isReadable(maps)) {
            return "";
        }
        try (Stream<String> lines = Files.lines(maps)) {
            return lines.filter(line -> line.contains(" " + FOLDER) && !line.endsWith(DELETED))
                    .map(line -> line.substring(line.indexOf(FOLDER)))
                    .distinct()
                    .collect(Collectors.joining("\n"));
        }
    }
}
