package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.RunInterruptedException;
import dev.lockstep.harness.run.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A program that is run to its end, and does not outlive this one. */
final class Child {
    private static final int TAIL_LINES = 8;
    private static final long PATIENCE_SECONDS = 10;

    private Child() {}

    /**
     * Runs it.
     *
     * @param command program and arguments
     * @param directory to run it in
     * @param log takes all that it prints; its folder is made
     * @return the exit code
     */
    static int run(List<String> command, Path directory, Path log) throws IOException, InterruptedException {
        Files.createDirectories(log.toAbsolutePath().getParent());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // What is here is used as it is: nothing is installed between two measurements.
        builder.environment().put("LOCKSTEP_SETUP", "off");
        AtomicReference<Process> process = new AtomicReference<>();
        AtomicBoolean ending = new AtomicBoolean();
        Thread hook = new Thread(
                () -> {
                    ending.set(true);
                    end(process.get());
                },
                "lockstep-end-of-child");
        register(hook);
        try {
            process.set(builder.start());
            if (ending.get()) {
                throw new RunInterruptedException();
            }
            return process.get().waitFor();
        } finally {
            end(process.get());
            forget(hook);
        }
    }

    /**
     * Asks a program for its benchmarks.
     *
     * @param who for people, if it does not tell
     * @param command program and arguments
     * @return the lines that it prints
     * @throws UsageException if it fails
     */
    static List<String> listing(Object who, List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("lockstep-benchmarks", ".txt");
        try {
            if (run(command, Path.of(""), log) != 0) {
                throw new UsageException(who + " does not list its benchmarks: " + lastWords(log));
            }
            return Files.readAllLines(log);
        } finally {
            Files.delete(log);
        }
    }

    /** While the JVM ends, nothing more is started. */
    private static void register(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw new RunInterruptedException();
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook is at work.
        }
    }

    /** Politely at first: ranks are ended by the harness that started them. */
    private static void end(Process process) {
        if (process == null || !process.isAlive()) {
            return;
        }
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroy();
        try {
            process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Several lines in one; the words of others must not move a terminal's cursor. */
    static String oneLine(List<String> lines) {
        return String.join(" | ", lines).replaceAll("\\p{Cntrl}+", " ");
    }

    /** The last lines of a log. */
    static String lastWords(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "it printed nothing";
        }
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        return oneLine(lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }
}
