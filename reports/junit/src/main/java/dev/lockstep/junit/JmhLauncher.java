package dev.lockstep.junit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Optional;

/** A launch is one fork of JMH's {@link Runner}. What JMH prints is shown where a launch fails. */
final class JmhLauncher implements Launcher {
    private final Map<String, BenchmarkListEntry> entries = new TreeMap<>();

    /** Lists the benchmarks; JMH has an entry for each of a benchmark's modes. */
    JmhLauncher() {
        BenchmarkList.defaultList()
                .getAll(printing(OutputStream.nullOutputStream()), List.of())
                .forEach(entry -> entries.putIfAbsent(entry.getUsername(), entry));
    }

    private static OutputFormat printing(OutputStream out) {
        return OutputFormatFactory.createFormatInstance(
                new PrintStream(out, true, StandardCharsets.UTF_8), VerboseMode.NORMAL);
    }

    @Override
    public List<Listed> benchmarks() {
        return entries.values().stream()
                .map(entry -> new Listed(
                        entry.getUsername(),
                        entry.getParams().hasValue() ? entry.getParams().get().keySet() : Set.of()))
                .toList();
    }

    @Override
    public void launch(String benchmark, Options options, Path results) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try {
            if (new Runner(options(benchmark, options, results), printing(printed))
                    .run()
                    .isEmpty()) {
                throw new IllegalStateException("it ended without results");
            }
        } catch (RunnerException | RuntimeException e) {
            throw new AssertionError(
                    benchmark + " failed: " + innermost(e) + "\nJMH printed:\n"
                            + printed.toString(StandardCharsets.UTF_8),
                    e);
        }
    }

    /**
     * JMH's options: what the test says, else what the benchmark's annotations say, else iterations that suit a test.
     * JMH would also pass on the arguments of the test's own JVM, among them agents that measure coverage.
     */
    Options options(String benchmark, Options said, Path results) {
        BenchmarkListEntry annotated = entries.get(benchmark);
        ChainedOptionsBuilder options = new OptionsBuilder()
                .parent(said)
                .include("^" + Pattern.quote(benchmark) + "$")
                .forks(1)
                .warmupForks(0)
                .shouldFailOnError(true)
                .resultFormat(ResultFormatType.JSON)
                .result(results.toString());
        otherwise(5, options::warmupIterations, said.getWarmupIterations(), annotated.getWarmupIterations());
        otherwise(TimeValue.milliseconds(500), options::warmupTime, said.getWarmupTime(), annotated.getWarmupTime());
        otherwise(
                5,
                options::measurementIterations,
                said.getMeasurementIterations(),
                annotated.getMeasurementIterations());
        otherwise(
                TimeValue.milliseconds(200),
                options::measurementTime,
                said.getMeasurementTime(),
                annotated.getMeasurementTime());
        otherwise(new String[0], options::jvmArgs, annotated.getJvmArgs());
        return options.build();
    }

    private static <T> void otherwise(T value, Consumer<T> option, Optional<?>... said) {
        if (Stream.of(said).noneMatch(Optional::hasValue)) {
            option.accept(value);
        }
    }

    /** JMH wraps what went wrong: as a cause at first, then as suppressed. */
    private static Throwable innermost(Exception e) {
        Throwable inner = e.getCause() == null ? e : e.getCause();
        while (inner instanceof BenchmarkException && inner.getSuppressed().length > 0) {
            inner = inner.getSuppressed()[0];
        }
        return inner;
    }
}
