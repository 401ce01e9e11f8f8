package dev.lockstep.harness.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What each rank printed, in a file of its own: {@code output.log} in the folder {@code rank-K} of the launch's. */
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
            Path own = Files.createDirectories(folder.resolve("rank-" + rank));
            Files.write(own.resolve("output.log"), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write what rank " + rank + " printed", e);
        }
    }
}
