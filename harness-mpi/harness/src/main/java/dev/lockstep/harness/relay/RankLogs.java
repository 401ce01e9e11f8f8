package dev.lockstep.harness.relay;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/** What each rank printed, in a file of its own: {@code output.log} in the folder {@code rank-K} of the launch's. */
final class RankLogs {
    private final Path folder;
    private final long limit;
    private final Map<Integer, OutputStream> open = new HashMap<>();

    /**
     * Of one launch.
     *
     * @param folder of the launch
     * @param limit how many bytes of each rank are kept
     */
    RankLogs(Path folder, long limit) {
        this.folder = folder;
        this.limit = limit;
    }

    void write(int rank, String text) {
        write(rank, text.getBytes(StandardCharsets.UTF_8));
    }

    synchronized void write(int rank, byte[] bytes) {
        try {
            OutputStream log = open.get(rank);
            if (log == null) {
                Path own = Files.createDirectories(folder.resolve("rank-" + rank));
                log = new CappedOutputStream(
                        Files.newOutputStream(
                                own.resolve("output.log"), StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                        limit);
                open.put(rank, log);
            }
            log.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write what rank " + rank + " printed", e);
        }
    }

    /** The launch is over. */
    synchronized void close() throws IOException {
        for (OutputStream log : open.values()) {
            log.close();
        }
        open.clear();
    }
}
