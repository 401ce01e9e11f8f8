package dev.lockstep.harness.relay;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A launch script that runs, and what it prints. */
public final class LaunchProcess implements AutoCloseable {
    private static final long LAST_WORDS_MILLIS = 5_000;

    private final Process process;
    private final Thread printing;

    /**
     * Starts it.
     *
     * @param command the script and its arguments
     * @param log for what it prints
     * @param limit how many bytes of that are kept
     * @throws IOException if it cannot be started
     */
    LaunchProcess(List<String> command, Path log, long limit) throws IOException {
        OutputStream capped = new CappedOutputStream(Files.newOutputStream(log), limit);
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        printing = new Thread(() -> print(capped), "lockstep-launch-output");
        printing.setDaemon(true);
        printing.start();
    }

    private void print(OutputStream log) {
        try (log) {
            process.getInputStream().transferTo(log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep what a launch printed", e);
        }
    }

    /**
     * Waits for its end, and for its last words.
     *
     * @return its exit code
     * @throws InterruptedException if the thread is
     */
    public int await() throws InterruptedException {
        int exit = process.waitFor();
        printing.join(LAST_WORDS_MILLIS);
        return exit;
    }

    /**
     * Waits for its end, for some time.
     *
     * @param seconds how long at most
     * @return whether it has ended
     * @throws InterruptedException if the thread is
     */
    public boolean await(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            return false;
        }
        await();
        return true;
    }

    /** Ends it, if it has not ended. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
