package dev.lockstep.comm.mpijava;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.ports.PeerUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs {@link MpjRun} in a JVM of its own. */
final class Jobs {
    private static final long PATIENCE_SECONDS = 180;
    private static final List<String> JAVA = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC");

    private Jobs() {}

    /** What it left behind. */
    record Outcome(int exit, String output) {}

    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(JAVA);
        command.addAll(List.of("-cp", origin(MpjRun.class) + ":" + origin(PeerUser.class), MpjRun.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Path origin(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /**
     * A shell's command that runs a class of the tests, with the jars of a library before them, and thus before the
     * signatures.
     */
    static String java(String main, Path... jars) {
        String classPath = Stream.concat(
                        Stream.of(jars).map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(":"));
        return String.join(" ", JAVA) + " -cp '" + classPath + "' " + main;
    }

    static Process start(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        // Whoever started this build in the background had SIGINT ignored, and that is inherited.
        List<String> all = new ArrayList<>(List.of("/usr/bin/env", "--default-signal=INT,HUP,TERM"));
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    static Outcome run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Process process = start(folder, environment, command);
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("ended in time: %s", Files.readString(folder.resolve("output")))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), Files.readString(folder.resolve("output")));
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("sh", "-c", "kill -s " + name + " " + pid)
                        .start()
                        .waitFor())
                .isZero();
    }

    /** The command lines that hold a text, but for those of MpjRun itself. */
    static List<String> processesWith(String text) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(p -> p.getFileName().toString().matches("\\d+"))
                    .map(Jobs::commandLine)
                    .filter(line -> line.contains(text) && !line.contains(MpjRun.class.getName()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String commandLine(Path process) {
        try {
            return new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException e) {
            // It ended while it was looked at.
            return "";
        }
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited until %s", what).isLessThan(end);
            Thread.sleep(20);
        }
    }
}
