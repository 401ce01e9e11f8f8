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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A program that is run to its end, and does not outlive this one. */
final class Child {
    private static final int TAIL_LINES = 8;
    private static final long PATIENCE_SECONDS = 10;

    private Child() {}

    /**
     * Runs a command and returns its exit code.
     *
     * @param log what the command prints is added to it, as far as {@link KeptOutput} keeps it; its folder is made
     */
    static int run(List<String> command, Path directory, Path log) throws IOException, InterruptedException {
        Files.createDirectories(log.toAbsolutePath().getParent());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        // What is here is used as it is: nothing is installed between two measurements.
        builder.environment().put("LOCKSTEP_SETUP", "off");
        // A checkout of Lockstep runs its own program.
        builder.environment().remove("LOCKSTEP_JAR");
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
            FutureTask<Void> output = keep(process.get(), log);
            int exit = process.get().waitFor();
            await(output);
            return exit;
        } finally {
            end(process.get());
            forget(hook);
        }
    }

    private static FutureTask<Void> keep(Process process, Path log) {
        FutureTask<Void> output = new FutureTask<>(() -> {
            KeptOutput.copy(process.getInputStream(), log);
            return null;
        });
        Thread thread = new Thread(output, "lockstep-output-of-child");
        thread.setDaemon(true);
        thread.start();
        return output;
    }

    private static void await(FutureTask<Void> output) throws IOException, InterruptedException {
        try {
            output.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(
                    "what was printed cannot be kept: " + e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            // What it has started, such as a build's daemon, still has its output; the program itself has ended.
        }
    }

    /**
     * Asks a program for its benchmarks; returns the lines that it prints.
     *
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

    /** Registers a shutdown hook; while the JVM ends, nothing more is started. */
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

    /**
     * Ends a process politely at first: the harness ends the ranks that it started. Process.destroy would not let it be
     * heard.
     */
    private static void end(Process process) {
        if (process == null || !process.isAlive()) {
            return;
        }
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.toHandle().destroy();
        try {
            process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
    }

    /** Joins lines to one; the words of others must not move a terminal's cursor. */
    static String oneLine(List<String> lines) {
        return String.join(" | ", lines).replaceAll("\\p{Cntrl}+", " ");
    }

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
