package dev.lockstep.harness.execute;

import dev.lockstep.harness.link.LinkFilter;
import dev.lockstep.harness.record.Blame;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.relay.CappedOutputStream;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Profiling;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** One launch of one cell: a JMH {@link Runner} with one fork. What JMH prints goes to {@code jmh.log} in the launch's folder. */
final class ForkRun {
    private static final int TAIL_LINES = 12;

    private final RunOptions options;

    ForkRun(RunOptions options) {
        this.options = options;
    }

    ForkOutcome run(Cell cell, RunEvent.Calibration pilot, JobSpec spec) throws IOException {
        Path folder = spec.folder();
        Files.createDirectories(folder);
        Path log = folder.resolve("jmh.log");
        // Before JMH listens.
        LinkFilter.guardHost();
        long start = System.nanoTime();
        Optional<BenchmarkResult> result = Optional.empty();
        Optional<String> reason = Optional.empty();
        OutputStream capped = new CappedOutputStream(
                Files.newOutputStream(log), options.launch().outputLimit());
        try (PrintStream out = new PrintStream(capped, true, StandardCharsets.UTF_8)) {
            Collection<RunResult> results = new Runner(
                            jmhOptions(cell, pilot, spec),
                            OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL))
                    .run();
            result = results.stream()
                    .flatMap(r -> r.getBenchmarkResults().stream())
                    .findFirst();
            if (result.isEmpty()) {
                reason = Optional.of("the launch ended without results; " + tail(log));
            }
        } catch (RunnerException e) {
            reason = Optional.of(reason(e, log));
        } catch (IllegalStateException | UncheckedIOException | ArithmeticException e) {
            // Preparing this launch failed; the others need not.
            reason = Optional.of(e.toString());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        boolean falling = WarmupTrend.stillFalling(
                folder.resolve(RunFolder.RANKS), cell.benchmark().mode());
        return new ForkOutcome(result, reason.map(Blame::of), seconds, falling);
    }

    private org.openjdk.jmh.runner.options.Options jmhOptions(Cell cell, RunEvent.Calibration pilot, JobSpec spec) {
        RunOptions.Effort effort = options.effort();
        ChainedOptionsBuilder jmh = new OptionsBuilder()
                .include("^" + Pattern.quote(cell.benchmark().name()) + "$")
                .forks(1)
                .warmupForks(0)
                .threads(cell.layout().threadsPerProcess())
                .warmupIterations(effort.warmupIterations(pilot))
                .measurementIterations(effort.iterations())
                .jvm(options.jvm().executable())
                .jvmArgs(options.jvmArgs(cell.layout()).toArray(String[]::new))
                .addProfiler("ranks", spec.with(ownParams(cell)).format())
                .shouldFailOnError(true)
                .timeout(TimeValue.seconds(options.launch().iterationTimeoutSeconds()));
        if (pilot.n() > 0) {
            int n = options.counted(pilot.n());
            jmh = jmh.mode(Mode.SingleShotTime)
                    .warmupBatchSize(options.done(n))
                    .measurementBatchSize(options.done(n))
                    .operationsPerInvocation(
                            Math.multiplyExact(n, cell.benchmark().operationsPerCall()));
        } else if (options.handicap() > 0) {
            throw new IllegalStateException("a handicap needs counted operations, hence a benchmark with a Rank");
        } else {
            TimeValue time = TimeValue.milliseconds(effort.iterationMillis());
            jmh = jmh.mode(cell.benchmark().mode()).warmupTime(time).measurementTime(time);
        }
        // Where each operation is timed by itself, a profiler would be seen in the times.
        for (Profiling profiler : spec.opTimes() ? List.<Profiling>of() : profilers(cell.benchmark())) {
            jmh = jmh.addProfiler(profiler.name(), profiler.initLine());
        }
        for (var param : cell.jmhParams().entrySet()) {
            jmh = jmh.param(param.getKey(), param.getValue());
        }
        return jmh.build();
    }

    /** Parameters of the harness's own, of which JMH does not know. */
    private static Map<String, String> ownParams(Cell cell) {
        Map<String, String> own = new TreeMap<>(cell.params());
        own.keySet().removeAll(cell.benchmark().params().keySet());
        return own;
    }

    /** Those of the run, and those of the benchmark that are not among them. */
    private List<Profiling> profilers(Benchmark benchmark) {
        List<Profiling> all = new ArrayList<>(options.profilers());
        for (String name : benchmark.profilers()) {
            if (all.stream().noneMatch(p -> p.name().equals(name))) {
                all.add(new Profiling(name, ""));
            }
        }
        return all;
    }

    /** JMH wraps what went wrong: the relay's words, which name the rank, are the innermost. */
    private static String reason(RunnerException e, Path log) throws IOException {
        Throwable inner = e.getCause() == null ? e : e.getCause();
        while (inner.getSuppressed().length > 0) {
            inner = inner.getSuppressed()[0];
        }
        String message = String.valueOf(inner.getMessage());
        // Its fork is our launch script, whose exit code is the launcher's.
        return message.startsWith("Forked VM failed")
                ? message.replace("Forked VM failed", "the launcher ended") + "; " + tail(log)
                : message;
    }

    /** The log holds what others wrote, and may break off within a character. */
    static String tail(Path log) throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .filter(l -> !l.isBlank() && !l.startsWith("#") && !l.startsWith("<"))
                .toList();
        String last = String.join(" | ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        return "its last words: "
                + Stream.of(last).filter(l -> !l.isEmpty()).findFirst().orElse("none");
    }
}
