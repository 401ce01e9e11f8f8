package dev.lockstep.harness.run;

import dev.lockstep.harness.machine.JdkWarnings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM of every fork and every rank. Collector, heap and processor count are given explicitly and alike for all
 * columns: a JVM bound to one core would otherwise choose others than one that sees the whole machine.
 *
 * @param executable path of {@code java}
 * @param args its arguments
 */
public record Jvm(String executable, List<String> args) {
    /** The default charset is no longer the locale's (JEP 400). */
    private static final int UTF_8_SINCE = 18;

    /** By this option a JVM is told of an archive of classes. */
    public static final String CLASS_DATA = "-XX:SharedArchiveFile=";

    private static final Pattern JAVA_VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    public Jvm {
        args = List.copyOf(args);
    }

    /**
     * What starts it sooner, besides its arguments: the archive of classes that the JVM which runs this was started with,
     * if it is the same one, and the user asked for nothing that an archive might not fit.
     */
    public List<String> classData() {
        return classData(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** The same, if the JVM which runs this had these arguments. */
    List<String> classData(List<String> running) {
        List<String> own = new ArrayList<>(args);
        own.removeAll(current(List.of()).args);
        return executable.equals(running()) && own.stream().allMatch(argument -> argument.startsWith("-D"))
                ? running.stream()
                        .filter(argument -> argument.startsWith(CLASS_DATA))
                        .toList()
                : List.of();
    }

    private static String running() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The same with one more argument. */
    public Jvm with(String argument) {
        List<String> more = new ArrayList<>(args);
        more.add(argument);
        return new Jvm(executable, more);
    }

    /** The command, executable and arguments. */
    public List<String> command() {
        List<String> command = new ArrayList<>(List.of(executable));
        command.addAll(args);
        return command;
    }

    /**
     * The JVM that runs this, with the usual arguments.
     *
     * @param more the user's own, last, so that they win
     */
    public static Jvm current(List<String> more) {
        return of(running(), Runtime.version().feature(), more);
    }

    /**
     * The JVM of another JDK, with the usual arguments. Its version is read from the JDK's release file, without
     * starting it.
     *
     * @param java path of {@code java}
     * @param more the user's own, last, so that they win
     * @throws UsageException if it is not executable, or does not lie in a JDK
     */
    public static Jvm at(Path java, List<String> more) {
        if (!Files.isExecutable(java)) {
            throw new UsageException("the JVM " + java + " is not an executable file; name a java executable");
        }
        try {
            Path release = java.toRealPath().getParent().resolveSibling("release");
            Matcher m = JAVA_VERSION.matcher(Files.readString(release));
            if (m.find()) {
                return of(java.toString(), Integer.parseInt(m.group(1)), more);
            }
            throw new UsageException("the JVM " + java + ": " + release + " does not say JAVA_VERSION");
        } catch (IOException e) {
            throw new UsageException("the JVM " + java + " does not lie in a JDK: " + e.getMessage());
        }
    }

    /**
     * Another JVM, with the usual arguments.
     *
     * @param executable path of {@code java}
     * @param feature its version, for example 17
     * @param more the user's own, last, so that they win
     */
    public static Jvm of(String executable, int feature, List<String> more) {
        List<String> args = new ArrayList<>(List.of(
                "-XX:+UseSerialGC",
                "-Xms512m",
                "-Xmx512m",
                // A killed JVM would leave its file of counters behind, and writing it can stall a thread.
                "-XX:-UsePerfData",
                "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors()));
        if (feature < UTF_8_SINCE) {
            // By the machine's locale a library reads other letters than it wrote: MessagePack's for Jackson does.
            args.add("-Dfile.encoding=UTF-8");
        }
        args.addAll(JdkWarnings.off(feature));
        args.addAll(more);
        return new Jvm(executable, args);
    }
}
