package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code target/lockstep.jar} in a JVM of its own, as the start script runs it; or what an outsider has on the class path instead. */
final class LockstepJar {
    static final Path JAR = Path.of("target", "lockstep.jar").toAbsolutePath();
    private static final long TIMEOUT_SECONDS = 200;

    private final Path scratch;
    private final List<String> classPath = new ArrayList<>();
    private final List<String> prefix = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private List<String> program = List.of(JAR.toString());
    private String path = System.getenv("PATH");
    private boolean inTerminal;
    private Path standardOutput;

    LockstepJar(Path scratch) {
        this.scratch = scratch;
    }

    /** What a child left behind. */
    record Outcome(int exit, String out, String err) {
        /** For messages of assertions. */
        @Override
        public String toString() {
            return "exit " + exit + "\n--- standard output\n" + out + "--- standard error\n" + err;
        }
    }

    /** Puts an outsider's jar first, as {@code --cp} does. */
    LockstepJar with(Path jar) {
        classPath.add(jar.toString());
        return this;
    }

    /** Adds to the environment. */
    LockstepJar variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Runs it under a terminal of its own; the process that is started is that terminal. */
    LockstepJar inTerminal() {
        inTerminal = true;
        return this;
    }

    /** Its standard output goes there, to a pipe for example. */
    LockstepJar standardOutput(Path to) {
        standardOutput = to;
        return this;
    }

    /** Runs on the head node of a cluster. */
    LockstepJar on(NamespaceHosts hosts) {
        prefix.addAll(hosts.onHead());
        environment.putAll(hosts.environment());
        return this;
    }

    /** Puts other entries in place of the jar: one's own choice of the modules that it is assembled from, and of their dependencies. */
    LockstepJar insteadOn(List<String> entries) {
        program = List.copyOf(entries);
        return this;
    }

    LockstepJar withJvmOption(String option) {
        jvmOptions.add(option);
        return this;
    }

    /** Leaves nothing on the PATH but the programs that a launch script needs. */
    LockstepJar withoutMpi() throws IOException {
        Path bin = Files.createDirectories(scratch.resolve("bin"));
        for (String program : List.of("sh", "cat", "tr", "rm", "mktemp", "mkdir", "grep", "ls")) {
            Path real = Stream.of("/bin", "/usr/bin")
                    .map(dir -> Path.of(dir, program))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            Files.createSymbolicLink(bin.resolve(program), real);
        }
        path = bin.toString();
        environment.put("LOCKSTEP_CACHE", scratch.resolve("empty-cache").toString());
        environment.put("LOCKSTEP_MPJ_JAR", scratch.resolve("no-mpj.jar").toString());
        return this;
    }

    /** JMH's lock is in this folder too, so that no other benchmark of the machine is in the way. */
    Path temp() throws IOException {
        return Files.createDirectories(scratch.resolve("tmp"));
    }

    Outcome lockstep(String... arguments) throws IOException, InterruptedException {
        return run(Lockstep.class.getName(), arguments);
    }

    Outcome plainJmh(String... arguments) throws IOException, InterruptedException {
        return run("org.openjdk.jmh.Main", arguments);
    }

    Outcome run(String main, String... arguments) throws IOException, InterruptedException {
        try (Child child = start(main, arguments)) {
            return child.await();
        }
    }

    Child start(String main, String... arguments) throws IOException {
        return start(command(main, arguments));
    }

    /** What starts it. */
    List<String> command(String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        // Whoever started this build in the background had SIGINT ignored, and that is inherited.
        command.addAll(List.of("/usr/bin/env", "--chdir=" + scratch, "--default-signal=INT,HUP,TERM"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temp()));
        command.addAll(jvmOptions);
        List<String> all = new ArrayList<>(classPath);
        all.addAll(program);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, all), main));
        command.addAll(List.of(arguments));
        if (inTerminal) {
            String line = command.stream()
                    .map(word -> "'" + word.replace("'", "'\\''") + "'")
                    .collect(Collectors.joining(" "));
            command = List.of("script", "--quiet", "--return", "--command", "exec " + line, "/dev/null");
        }
        return command;
    }

    /** Any command, as the program is started. */
    Child start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(scratch.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LOCKSTEP_MPI"));
        builder.environment().put("PATH", path);
        builder.environment().put("TMPDIR", temp().toString());
        builder.environment().putAll(environment);
        String name = UUID.randomUUID().toString();
        Path out = standardOutput != null ? standardOutput : scratch.resolve(name + ".out");
        Path err = scratch.resolve(name + ".err");
        return new Child(
                builder.redirectInput(new File("/dev/null"))
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start(),
                out,
                err);
    }

    /** While it runs. */
    record Child(Process process, Path out, Path err) implements AutoCloseable {
        Outcome await() throws IOException, InterruptedException {
            boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            assertThat(ended).as("ended in time; it said: %s", said()).isTrue();
            String printed = Files.isRegularFile(out) ? Files.readString(out) : "";
            return new Outcome(process.exitValue(), printed, Files.readString(err));
        }

        String said() throws IOException {
            return Files.readString(err);
        }

        void interrupt() throws IOException, InterruptedException {
            signal("INT", process.pid());
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + pid)
                .start()
                .waitFor();
        assertThat(exit).as("kill -s %s %d", name, pid).isZero();
    }

    static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /** Processes whose command line holds a word that nothing else on the machine has. */
    static List<String> processesWith(String word) {
        return ofProcesses("cmdline")
                .map(line -> line.replace('\0', ' '))
                .filter(line -> line.contains(word))
                .toList();
    }

    /** A file that /proc has of every process. */
    static Stream<String> ofProcesses(String file) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all
                    .filter(p -> p.getFileName().toString().matches("\\d+"))
                    .map(p -> read(p.resolve(file)))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file that may vanish meanwhile. */
    static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // It ended while it was looked at.
            return "";
        }
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited a minute until %s", what).isLessThan(end);
            Thread.sleep(20);
        }
    }
}
