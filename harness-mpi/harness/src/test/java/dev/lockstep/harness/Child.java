package dev.lockstep.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM with the class path of this one, and whatever it starts; {@link #mark} tells those processes from others. */
public final class Child {
    private static final long PATIENCE_SECONDS = 600;
    private static final long GRACE_SECONDS = 60;

    private final Path scratch;
    private final String mark = "-Dlockstep.test.mark=" + UUID.randomUUID();
    private final Map<String, String> environment = new LinkedHashMap<>();

    /** With a folder for its output and temporary files. */
    public Child(Path scratch) {
        this.scratch = scratch;
        environment.put("TMPDIR", scratch.toString());
        // Forks and ranks too: they live too briefly for the optimising compiler.
        environment.put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
        // Ranks that are not bound may have to share a core.
        environment.put("OMPI_MCA_mpi_yield_when_idle", "1");
    }

    /** What became of it. */
    public record Outcome(int exit, String output) {}

    /** This JVM's program with its class path, and more options. */
    public static List<String> java(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(options));
        return command;
    }

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
        List<String> command = java("-Djava.io.tmpdir=" + scratch, "-XX:+UseSerialGC", mark);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(scratch.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            String printed = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
            if (!ended) {
                throw new AssertionError("no end within " + PATIENCE_SECONDS + " s; it printed:\n" + printed);
            }
            return new Outcome(process.exitValue(), printed.replaceAll("(?m)^Picked up .*\\R", ""));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Command lines of processes that bear the mark and still run; those that are about to end are waited for. */
    public List<String> leftovers() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
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
