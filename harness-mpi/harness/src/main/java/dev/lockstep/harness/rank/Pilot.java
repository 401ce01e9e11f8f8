package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.PilotPlan;
import dev.lockstep.harness.link.Reasons;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Before anything is measured: runs each cell's self-check around one operation, then runs batches until its cost has stopped falling ({@link SteadyState}), and says what it costs then and how long
 * that took. All ranks run the same batches, for a rank that ran one operation more would wait for ever: they tell each other how long each lasted, and come to the same decision. JMH runs each batch in
 * this JVM, without a fork: good enough to count by, never reported as a result.
 *
 * <p>Ranks that spin keep the JIT's compiler threads from their cores, so that a plateau may be nothing but a wait for the compiler: all ranks rest before each batch, a third as long as it lasts.
 */
final class Pilot {
    private final RankProcess process;
    private final RelayLink relay;
    private final Gathering control;
    /** By benchmark. A cell whose code an earlier one has warmed up is steady sooner than in a JVM of its own. */
    private final Map<String, Long> warmed = new HashMap<>();

    Pilot(RankProcess process, RelayLink relay) {
        this.process = process;
        this.relay = relay;
        this.control = process.control();
        process.becomePilot();
    }

    void run(String text) throws IOException {
        PilotPlan plan = PilotPlan.parse(text);
        for (PilotPlan.Cell cell : plan.cells()) {
            Map<String, String> found = new HashMap<>();
            found.put("cell", cell.id());
            process.whenFailed(new FailureNotice(relay, cell.id() + ": "));
            try {
                found.put("checks", String.valueOf(selfCheck(plan, cell)));
                SteadyState.Found cost = calibrate(plan, cell);
                found.put("nanosPerOp", String.valueOf(cost.nanosPerCall()));
                found.put("wallNanosPerOp", String.valueOf(cost.wallNanosPerCall()));
                if (plan.limits().searches()) {
                    found.put("steadyCalls", String.valueOf(cost.calls()));
                    found.put("steadyNanos", String.valueOf(warmed.merge(cell.benchmark(), cost.nanos(), Math::max)));
                    found.put("steady", String.valueOf(cost.reached()));
                }
            } catch (RunnerException e) {
                relay.fail(cell.id() + ": " + Reasons.of(e));
                return;
            }
            relay.send(FrameType.PILOT, found);
        }
    }

    private int selfCheck(PilotPlan plan, PilotPlan.Cell cell) throws RunnerException {
        process.checking(true);
        try {
            batch(plan, cell, 1);
            return process.checks();
        } finally {
            process.checking(false);
        }
    }

    /**
     * What counts is how long a batch lasts, untimed barriers included: where operations cost less than their barrier, or cost rank 0 alone little, it would otherwise grow
     * without end.
     */
    private SteadyState.Found calibrate(PilotPlan plan, PilotPlan.Cell cell) throws RunnerException {
        SteadyState state = new SteadyState(plan.limits());
        long n = 1;
        while (n != SteadyState.STOP) {
            LockSupport.parkNanos(plan.limits().restNanos());
            long start = System.nanoTime();
            double nanosPerCall = batch(plan, cell, (int) n);
            long wholeNanos = System.nanoTime() - start;
            n = state.next(
                    n,
                    agreed(new SteadyState.Batch(nanosPerCall, process.lastIterationNanos() / (double) n, wholeNanos)));
        }
        return state.found();
    }

    /** The mean over scored processes by JMH's clock reads; of the rest what the slowest says, for rank 0 may be through long before the others. */
    private SteadyState.Batch agreed(SteadyState.Batch own) {
        if (process.world().localRanks().size() == process.world().size()) {
            return own;
        }
        byte[] mine = ByteBuffer.allocate(3 * Double.BYTES)
                .putDouble(own.nanosPerCall())
                .putDouble(own.wallNanosPerCall())
                .putDouble(own.wholeNanos())
                .array();
        List<ByteBuffer> all =
                control.allGather(mine).stream().map(ByteBuffer::wrap).toList();
        return new SteadyState.Batch(
                all.stream()
                        .mapToDouble(b -> b.getDouble(0))
                        .filter(Double::isFinite)
                        .average()
                        .orElseThrow(),
                all.stream().mapToDouble(b -> b.getDouble(Double.BYTES)).max().orElseThrow(),
                all.stream()
                        .mapToDouble(b -> b.getDouble(2 * Double.BYTES))
                        .max()
                        .orElseThrow());
    }

    /** Runs one batch of n invocations on all threads of this process; returns what one cost, NaN if no rank of it is scored. */
    private double batch(PilotPlan plan, PilotPlan.Cell cell, int n) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(cell.benchmark()) + "$")
                .mode(Mode.SingleShotTime)
                .forks(0)
                .threads(process.threads().size())
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementBatchSize(n)
                .operationsPerInvocation(n)
                .timeUnit(TimeUnit.NANOSECONDS)
                .timeout(TimeValue.seconds(plan.timeoutSeconds()))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .param("comm", plan.comm())
                .param("ranks", String.valueOf(process.world().size()));
        cell.params().forEach(options::param);
        RunResult measured = new Runner(
                        options.build(),
                        OutputFormatFactory.createFormatInstance(
                                new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT))
                .runSingle();
        return process.scored() ? measured.getPrimaryResult().getScore() : Double.NaN;
    }
}
