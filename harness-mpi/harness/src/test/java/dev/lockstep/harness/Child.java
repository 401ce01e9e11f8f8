package dev.lockstep.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM with the class path of this one, and whatever it starts; {@link #mark} tells those processes from others. */
public final class Child {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Path scratch;
    private final String mark = "-Dlockstep.test.mark=" + UUID.randomUUID();
    private final Map<String, String> environment = new LinkedHashMap<>();

    /** With a folder for its output and temporary files. */
    public Child(Path scratch) {
        this.scratch = scratch;
    }

    /** What became of it. */
    public record Outcome(int exit, String output, double seconds) {}

    /** To be put among the arguments of every JVM that it starts. */
    public String mark() {
        return mark;
    }

    /** Adds to its environment. */
    public Child with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Runs it to its end, and ends it if that takes too long. */
    public Outcome run(List<String> arguments) throws IOException, InterruptedException {
        Path output = scratch.resolve("child.txt");
        long start = System.nanoTime();
        Process process = start(arguments, output);
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("no end within " + PATIENCE + "; it printed:\n" + Files.readString(output));
            }
            return new Outcome(
                    process.exitValue(),
                    new String(Files.readAllBytes(output), StandardCharsets.UTF_8)
                            .replaceAll("(?m)^Picked up .*\\R", ""),
                    (System.nanoTime() - start) / 1e9);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Starts it. */
    public Process start(List<String> arguments, Path output) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + scratch);
        command.addAll(List.of("-XX:+UseSerialGC", mark));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(scratch.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // Forks and ranks too: they live too briefly for the optimising compiler.
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Command lines of processes that bear the mark and still run; those that are about to end are waited for. */
    public List<String> leftovers() throws InterruptedException {
        long deadline = System.nanoTime() + GRACE.toNanos();
        List<String> left = marked();
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(50);
            left = marked();
        }
        return left;
    }

    private List<String> marked() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.map(Child::commandLine).filter(l -> l.contains(mark)).toList();
        }
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(
                            Path.of("/proc", String.valueOf(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException e) {
            // It has ended meanwhile.
            return "";
        }
    }
}
