package dev.lockstep.harness.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.Profiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * One of JMH's profilers, to work in every rank: what it measures within the JVM is merged as threads' results are,
 * what it writes where the JVM runs lies in each rank's own folder.
 *
 * @param name as after JMH's {@code -prof}
 * @param initLine its options
 */
public record Profiling(String name, String initLine) {
    private static final String OURS = "ranks";

    /** A line of JMH's own list: names are set flush right, behind at least two blanks. */
    private static final Pattern LISTED = Pattern.compile("^ {2,}([\\w.]+): .*");

    /** Options that say where files go. */
    private static final Pattern FOLDER = Pattern.compile("(?i)(dir|.*To|.*ToFile)=(.*)");

    /**
     * Checks that ranks can be profiled so, before anything is started.
     *
     * @param name as after JMH's {@code -prof}
     * @param initLine its options, as after the name; may be empty
     * @throws UsageException if there is no such profiler here, or it cannot work in ranks; says why
     */
    public static Profiling of(String name, String initLine) {
        Profiling profiling = new Profiling(name, initLine);
        profiling.requireOwnFolder();
        Profiler profiler = profiling.load();
        if (profiler instanceof ExternalProfiler external) {
            profiling.requireRanks(external);
        }
        return profiling;
    }

    private Profiler load() {
        if (name.equals(OURS)) {
            throw wrong("is how Lockstep starts ranks, and is always there");
        }
        try {
            return ProfilerFactory.getProfilerOrException(new ProfilerConfig(name, initLine));
        } catch (ProfilerException e) {
            if (e.getCause() instanceof ClassNotFoundException) {
                throw new UsageException("no profiler is called '" + name + "'; JMH has " + String.join(", ", known()));
            }
            throw wrong("cannot be used here: " + e.getMessage().strip());
        }
    }

    private void requireOwnFolder() {
        for (String option : initLine.split(";")) {
            var folder = FOLDER.matcher(option);
            if (folder.matches()
                    && (Path.of(folder.group(2)).isAbsolute()
                            || Path.of(folder.group(2)).normalize().startsWith(".."))) {
                throw wrong("would have all ranks and launches write to the same place, " + folder.group(2) + "; leave "
                        + folder.group(1) + "= out, or name a folder within each rank's own");
            }
        }
    }

    private void requireRanks(ExternalProfiler external) {
        if (!external.addJVMInvokeOptions(sample()).isEmpty()) {
            throw wrong("starts the JVM by a program of its own, which would watch the launcher instead of each rank");
        }
        if (!external.allowPrintOut() || !external.allowPrintErr()) {
            throw wrong("reads what one JVM prints, and ranks print side by side");
        }
    }

    private UsageException wrong(String why) {
        return new UsageException("profiler '" + name + "' " + why);
    }

    /** Names of all profilers that JMH lists, also those that do not work here. */
    static List<String> known() {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        ProfilerFactory.listProfilers(new PrintStream(list, true, StandardCharsets.UTF_8));
        return list.toString(StandardCharsets.UTF_8)
                .lines()
                .map(LISTED::matcher)
                .flatMap(line -> line.matches() ? Stream.of(line.group(1)) : Stream.empty())
                .filter(name -> !name.equals(OURS))
                .sorted()
                .toList();
    }

    /** The parameters of no benchmark: profilers are asked what they would add to a command line. */
    private static BenchmarkParams sample() {
        IterationParams iteration = new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1);
        return new BenchmarkParams(
                "none",
                "none",
                true,
                1,
                new int[] {1},
                List.of(),
                1,
                0,
                iteration,
                iteration,
                Mode.SingleShotTime,
                new WorkloadParams(),
                TimeUnit.MICROSECONDS,
                1,
                "java",
                List.of(),
                System.getProperty("java.version"),
                System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"),
                org.openjdk.jmh.util.Version.getPlainVersion(),
                TimeValue.seconds(1));
    }
}
