package dev.lockstep.comm.openmpi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A launcher that says it is Open MPI's.
 *
 * @param path as it was found
 * @param realPath behind all links
 * @param version for example {@code 4.1.4}
 */
record Mpirun(Path path, Path realPath, String version) {
    private static final long TIMEOUT_SECONDS = 10;
    /** Both 4.x's orterun and 5.x's prterun say so in their first line. */
    private static final Pattern VERSION = Pattern.compile("\\(Open MPI\\)\\s+(\\S+)");

    /** Runs it with {@code --version}, for a bounded time. */
    static Mpirun ask(Path path) throws IOException {
        Process process = new ProcessBuilder(path.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("it did not tell its version within " + TIMEOUT_SECONDS + " s");
            }
            Matcher matcher = VERSION.matcher(output(process));
            if (!matcher.find()) {
                throw new IOException("it does not say that it is Open MPI's");
            }
            return new Mpirun(path.toAbsolutePath(), path.toRealPath(), matcher.group(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it was asked for its version", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** A version text fits any pipe, so reading can wait until the process has ended. */
    private static String output(Process process) throws IOException {
        try (InputStream in = process.getInputStream()) {
            return new String(in.readNBytes(4096), StandardCharsets.UTF_8);
        }
    }
}
