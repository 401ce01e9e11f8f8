package dev.lockstep.harness.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What each rank printed, in a file of its own: {@code rank-K.log} in the launch's folder. */
final class RankLogs {
    private final Path folder;

    RankLogs(Path folder) {
        this.folder = folder;
    }

    void write(int rank, String text) {
        write(rank, text.getBytes(StandardCharsets.UTF_8));
    }

    synchronized void write(int rank, byte[] bytes) {
        try {
            Files.write(
                    folder.resolve("rank-" + rank + ".log"),
                    bytes,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write what rank " + rank + " printed", e);
        }
    }
}
