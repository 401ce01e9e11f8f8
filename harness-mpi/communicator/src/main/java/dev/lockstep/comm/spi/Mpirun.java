package dev.lockstep.comm.spi;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A launcher that says it is Open MPI's: what finds the library and what starts the ranks look for it by the same rule.
 *
 * @param path as it was found
 * @param realPath behind all links
 * @param version for example {@code 4.1.4}
 */
public record Mpirun(Path path, Path realPath, String version) {
    private static final long TIMEOUT_SECONDS = 10;
    /** Both 4.x's orterun and 5.x's prterun say so in their first line. */
    private static final Pattern VERSION = Pattern.compile("\\(Open MPI\\)\\s+(\\S+)");

    /** The variable whose file is believed, and nothing else tried in its place. */
    private static final String OVERRIDE = "LOCKSTEP_MPIRUN";

    /** Debian's name for it where another MPI owns the plain one comes second. */
    private static final List<String> NAMES = List.of("mpirun", "mpirun.openmpi");

    /**
     * Looks where {@code LOCKSTEP_MPIRUN} says, else along the PATH.
     *
     * @param environment of this process
     * @param tried is told what was looked at in vain, and why
     * @return the first that says it is Open MPI's
     */
    public static Optional<Mpirun> find(Map<String, String> environment, List<String> tried) {
        for (Path candidate : candidates(environment)) {
            if (!Files.isExecutable(candidate)) {
                tried.add(candidate.toString());
                continue;
            }
            try {
                return Optional.of(ask(candidate));
            } catch (IOException e) {
                tried.add(candidate + " (" + e.getMessage() + ")");
            }
        }
        return Optional.empty();
    }

    private static List<Path> candidates(Map<String, String> environment) {
        String named = environment.get(OVERRIDE);
        if (named != null) {
            return List.of(Path.of(named));
        }
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .toList();
    }

    /** Runs it with {@code --version}, for a bounded time. */
    private static Mpirun ask(Path path) throws IOException {
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
