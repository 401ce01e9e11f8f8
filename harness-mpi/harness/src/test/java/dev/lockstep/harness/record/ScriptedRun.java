package dev.lockstep.harness.record;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.relay.Iterations;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import dev.lockstep.run.placement.PlacementChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/** A part of a run without launches: a test says what each would have measured. */
public record ScriptedRun(
        RunOptions options,
        List<Cell> cells,
        Progress progress,
        RunFolder folder,
        Resumption resumption,
        RunState state,
        Recorder recorder) {
    public static final Invocation RESUME = new Invocation(List.of(), true, false, false, false);
    public static final Invocation FORCED = new Invocation(List.of(), true, false, true, false);
    public static final Progress QUIET = Progress.silent();
    public static final RunEvent.Calibration PILOT =
            new RunEvent.Calibration(500, "calibrated", 12.5, 12.5, 25.0, 2, "passed");

    /** Of launches whose cores nobody probed. */
    public static final double UNKNOWN = Double.NaN;

    /** What happens in it. */
    public interface Part {
        void play(ScriptedRun run) throws IOException;
    }

    /** A part of the run that options name; what an earlier one has is taken over first. */
    public static void part(
            RunOptions options,
            Invocation invocation,
            List<Cell> cells,
            List<LeftOut> leftOut,
            Progress progress,
            Part part)
            throws IOException {
        RunFolder folder = ResultsFolder.prepare(options.out(), invocation.resume());
        Resumption resumption = Resumption.of(options, "test", invocation);
        EnvironmentRecord environment = new EnvironmentRecord(options.out(), "test", options);
        try (Recorder recorder = Recorder.open(folder, resumption, cells, environment)) {
            resumption.record(recorder, cells, leftOut, progress);
            part.play(new ScriptedRun(options, cells, progress, folder, resumption, resumption.state(), recorder));
        }
    }

    /** Pilots of the cells that have none yet, all of them good, and the plan. */
    public ForkPlan plan(Budget budget) {
        cells.stream()
                .filter(cell -> state.cell(cell.id()).pilot().isEmpty())
                .forEach(cell -> recorder.pilot(RunEvent.Pilot.ok(cell.key(), PILOT)));
        return resumption.plan(cells, budget, recorder, progress);
    }

    /** Plans, and launches what an earlier part has not launched; cores are as far apart as is said. */
    public void measure(Function<Schedule.Launch, ForkOutcome> outcomes, Function<Schedule.Launch, Double> probes)
            throws IOException {
        for (Schedule.Launch next : Schedule.of(cells, plan(new Budget(0, 0)), options)) {
            if (next.isAwaited(state)) {
                launch(next.cell(), next.fork(), outcomes.apply(next), probes.apply(next));
            }
        }
    }

    /** A launch with one row of a rank. */
    public void launch(Cell cell, int fork, ForkOutcome outcome, double probe) throws IOException {
        Path launch = Files.createDirectories(folder.launch(cell.id(), fork));
        Files.writeString(
                launch.resolve(RunFolder.RANKS),
                RankRow.HEADER + "\n" + row(cell.params(), fork, probe).line());
        recorder.launch(cell, fork, outcome, launch);
    }

    /** An iteration for each number, in microseconds; cores are as far apart as is said. */
    public static BenchmarkResult result(Cell cell, double probe, double... micros) {
        BenchmarkParams params = Iterations.benchmark(2, cell.jmhParams());
        return new BenchmarkResult(
                params,
                Arrays.stream(micros)
                        .mapToObj(score -> probed(Iterations.result(params, Iterations.MEASURED, score), probe))
                        .toList());
    }

    /** With what the probe reads before and after it. */
    static IterationResult probed(IterationResult iteration, double probe) {
        if (probe > 0) {
            for (String name : List.of(PlacementChoice.BEFORE, PlacementChoice.AFTER)) {
                iteration.addResult(new ScalarResult(name, probe, "ns", AggregationPolicy.AVG));
            }
        }
        return iteration;
    }

    /** A launch of a second and a half. */
    public static ForkOutcome good(BenchmarkResult result) {
        return new ForkOutcome(Optional.of(result), Optional.empty(), 1.5, false);
    }

    /** A launch of half a second. */
    public static ForkOutcome failed(String reason) {
        return new ForkOutcome(Optional.empty(), Optional.of(Blame.of(reason)), 0.5, false);
    }

    static RankRow row(Map<String, String> params, int fork, double probe) {
        return new RankRow(
                "a.B.c",
                RankRow.params(params),
                "c",
                "2",
                1,
                1,
                fork,
                "measurement",
                1,
                "0",
                "0",
                "h",
                "1",
                1.5,
                "us/op",
                null,
                null,
                null,
                probe,
                probe,
                "");
    }

    /** Each part takes checksums of its class path: of all jars of this build that is most of a test's time. */
    public static final class ShortClassPath implements BeforeAllCallback, AfterAllCallback {
        private static final String PROPERTY = "java.class.path";

        private final String before = System.getProperty(PROPERTY);

        @Override
        public void beforeAll(ExtensionContext context) {
            System.setProperty(PROPERTY, "pom.xml");
        }

        @Override
        public void afterAll(ExtensionContext context) {
            System.setProperty(PROPERTY, before);
        }
    }
}
