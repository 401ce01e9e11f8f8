package dev.lockstep.cli.ab;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
        Process process = builder.start();
        Thread end = new Thread(() -> end(process), "lockstep-end-of-child");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            return process.waitFor();
        } finally {
            end(process);
            forget(end);
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
        if (!process.isAlive()) {
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

    /** The last lines of a log, in one; the words of others must not move a terminal's cursor. */
    static String lastWords(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "it printed nothing";
        }
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()))
                .replaceAll("\\p{Cntrl}+", " ");
    }
}
