package dev.lockstep.comm.mpijava;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * A process of a job, on this host or by an agent on another. What it is to run, with variables and their values, goes
 * through its shell's standard input: command lines can be read by everybody.
 */
final class StartedRank {
    /** The variable for the program that runs a command on another host: {@code AGENT HOST COMMAND}, as ssh does. */
    static final String AGENT = "LOCKSTEP_RSH";

    /**
     * The command that reads a script up to the line that comes first, and runs it. By {@code read}, which leaves what
     * follows to the script.
     */
    private static final String SHELL = "read -r end; script=; while IFS= read -r line && [ \"$line\" != \"$end\" ]; do"
            + " script=\"$script$line\n\"; done; [ \"$line\" = \"$end\" ] && eval \"$script\"";

    private final Process process;
    private final OutputStream input;

    private StartedRank(Process process) {
        this.process = process;
        this.input = process.getOutputStream();
    }

    static StartedRank start(MpjRunOptions options, int rank, Map<String, String> variables) throws IOException {
        String host = options.hosts().get(rank);
        boolean here = host.equals(MpjRunOptions.HERE);
        List<String> words = new ArrayList<>();
        Map<String, String> exports = new LinkedHashMap<>(variables);
        if (here) {
            words.addAll(List.of("sh", "-c", SHELL));
        } else {
            words.addAll(
                    List.of(System.getenv().getOrDefault(AGENT, "ssh").strip().split("\\s+")));
            words.addAll(List.of(host, "exec sh -c " + quote(SHELL)));
            for (String name : options.forward()) {
                if (System.getenv(name) != null) {
                    exports.putIfAbsent(name, System.getenv(name));
                }
            }
        }
        StartedRank started = new StartedRank(new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        started.say(script(options, rank, exports));
        return started;
    }

    private static String script(MpjRunOptions options, int rank, Map<String, String> exports) {
        List<String> command =
                new ArrayList<>(List.of(Path.of("").toAbsolutePath().toString()));
        if (!options.cpus().isEmpty()) {
            command.addAll(List.of("taskset", "-c", options.cpus().get(rank)));
        }
        command.addAll(options.command());
        String end = "end-" + UUID.randomUUID();
        return end + "\n"
                + exports.entrySet().stream()
                        .map(e -> "export " + e.getKey() + "=" + quote(e.getValue()) + "\n")
                        .collect(Collectors.joining())
                + "set -- " + command.stream().map(StartedRank::quote).collect(Collectors.joining(" ")) + "\n"
                + resource() + end + "\n";
    }

    private static String resource() {
        try (InputStream in = StartedRank.class.getResourceAsStream("rank.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("this jar cannot be read", e);
        }
    }

    /** Quotes a word for a POSIX shell. */
    private static String quote(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void say(String text) {
        try {
            input.write(text.getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            // It has ended, which is noticed where that is waited for.
            return;
        }
    }

    /** Does something with its exit code once it has ended, on any thread. */
    void onEnd(IntConsumer consumer) {
        process.onExit().thenAccept(ended -> consumer.accept(ended.exitValue()));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Asks it to end. */
    void terminate() {
        say("TERM\n");
    }

    /** Ends the process: the guard beside it does, once this connection is closed. */
    void kill() {
        try {
            input.close();
        } catch (IOException e) {
            // Then there is nobody at the other end.
            process.destroy();
        }
    }

    /** Waits for its end, but not for longer. */
    boolean hasEndedWithin(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Ends what is here of the process, if its host does not answer. */
    void giveUp() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
