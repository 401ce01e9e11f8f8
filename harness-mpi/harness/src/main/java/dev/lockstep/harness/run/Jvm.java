package dev.lockstep.harness.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVM of every fork and every rank. Collector, heap and processor count are said explicitly and alike for all columns: a JVM bound to one core would otherwise
 * choose others than one that sees the whole machine.
 *
 * @param executable path of {@code java}
 * @param args its arguments
 */
public record Jvm(String executable, List<String> args) {
    private static final int NATIVE_ACCESS_SINCE = 22;
    private static final int UNSAFE_WARNS_SINCE = 24;

    /** Copies the list. */
    public Jvm {
        args = List.copyOf(args);
    }

    /**
     * How it is started.
     *
     * @return executable and arguments
     */
    public List<String> command() {
        List<String> command = new ArrayList<>(List.of(executable));
        command.addAll(args);
        return command;
    }

    /**
     * The JVM that runs this, with the usual arguments.
     *
     * @param more the user's own, last, so that they win
     * @return for all cells of a run
     */
    public static Jvm current(List<String> more) {
        return of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Runtime.version().feature(),
                more);
    }

    /**
     * Another JVM, with the usual arguments.
     *
     * @param executable path of {@code java}
     * @param feature its version, for example 17
     * @param more the user's own, last, so that they win
     * @return for all cells of a run
     */
    public static Jvm of(String executable, int feature, List<String> more) {
        List<String> args = new ArrayList<>(List.of(
                "-XX:+UseSerialGC",
                "-Xms512m",
                "-Xmx512m",
                "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors()));
        if (feature >= NATIVE_ACCESS_SINCE) {
            args.add("--enable-native-access=ALL-UNNAMED");
        }
        if (feature >= UNSAFE_WARNS_SINCE) {
            // JMH 1.37 reads an object's layout with it.
            args.add("--sun-misc-unsafe-memory-access=allow");
        }
        args.addAll(more);
        return new Jvm(executable, args);
    }
}
