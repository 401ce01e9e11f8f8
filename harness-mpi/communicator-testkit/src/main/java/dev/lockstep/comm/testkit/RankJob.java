package dev.lockstep.comm.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One launch: a process and whatever it starts, none of which outlives {@link #run}. */
final class RankJob {
    /** The exit code for a job that took too long. */
    static final int TIMED_OUT = -1;

    private static final int TAIL = 2000;

    private final List<String> command;
    private final Map<String, String> environment;
    private final Path output;

    RankJob(List<String> command, Map<String, String> environment, Path folder) {
        this.command = command;
        this.environment = environment;
        this.output = folder.resolve("output.txt");
    }

    /** Runs the job; returns the exit code. */
    int run(Duration limit) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : TIMED_OUT;
        } finally {
            try (Stream<ProcessHandle> started = process.descendants()) {
                started.toList().forEach(ProcessHandle::destroyForcibly);
            }
            process.destroyForcibly().waitFor();
        }
    }

    /** The message for a job that ended without one of its own. */
    String death(int exit, String who) {
        String how = exit == TIMED_OUT ? "did not end in time" : "died, exit code " + exit;
        return who + " " + how + "; the last output is: " + tail();
    }

    private String tail() {
        try {
            String all = Files.readString(output, StandardCharsets.ISO_8859_1).strip();
            return all.substring(Math.max(0, all.length() - TAIL));
        } catch (IOException e) {
            return "unreadable, " + e;
        }
    }
}
