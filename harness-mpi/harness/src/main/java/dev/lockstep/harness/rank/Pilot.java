package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.PilotPlan;
import dev.lockstep.harness.link.Reasons;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Before anything is measured: runs each cell's self-check around one operation, then finds how many operations fill an iteration. All ranks run the same
 * batches, for a rank that ran one operation more would wait for ever; rank 0 decides after each batch and tells the others. JMH runs each batch in this
 * JVM, without a fork: good enough to count by, never reported as a result.
 */
final class Pilot {
    private static final long BATCH_GOAL_NANOS = 30_000_000;
    private static final long WARM_UP_NANOS = 250_000_000;
    private static final int MAX_GROWTH = 8;
    private static final long STOP = 0;

    private final RankProcess process;
    private final RelayLink relay;
    private final Gathering control;

    Pilot(RankProcess process, RelayLink relay) {
        this.process = process;
        this.relay = relay;
        this.control = process.control();
    }

    void run(String text) throws IOException {
        PilotPlan plan = PilotPlan.parse(text);
        double floor = plan.measureFloor() ? floor(plan) : Double.NaN;
        for (PilotPlan.Cell cell : plan.cells()) {
            Map<String, String> found = new HashMap<>();
            found.put("cell", cell.id());
            found.put("floorNanos", String.valueOf(floor));
            try {
                found.put("checks", String.valueOf(selfCheck(plan, cell)));
                Batch cost = calibrate(plan, cell);
                found.put("nanosPerOp", String.valueOf(cost.nanosPerOp));
                found.put("wallNanosPerOp", String.valueOf(cost.wallNanosPerOp));
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
     * Grows the batch until it lasts long enough to be timed, then repeats it until the code had time to be compiled. What counts is how long the batch lasts,
     * untimed barriers included: where operations cost less than their barrier, or cost rank 0 alone little, it would otherwise grow without end.
     */
    private Batch calibrate(PilotPlan plan, PilotPlan.Cell cell) throws RunnerException {
        long n = 1;
        long spent = 0;
        Batch best = new Batch(Double.MAX_VALUE, Double.MAX_VALUE);
        while (n != STOP) {
            Batch batch = batch(plan, cell, (int) n);
            long elapsed = (long) (batch.wallNanosPerOp * n);
            spent += elapsed;
            if (elapsed >= BATCH_GOAL_NANOS / 2) {
                best = best.min(batch);
            }
            n = agree(next(n, elapsed, spent));
        }
        return best;
    }

    private static long next(long n, long elapsed, long spent) {
        if (spent >= WARM_UP_NANOS && elapsed >= BATCH_GOAL_NANOS / 2) {
            return STOP;
        }
        double growth = BATCH_GOAL_NANOS / (double) Math.max(elapsed, 1);
        return Math.max(1, (long) (n * Math.min(MAX_GROWTH, growth)));
    }

    private long agree(long n) {
        if (process.world().localRanks().size() == process.world().size()) {
            return n;
        }
        byte[] mine = ByteBuffer.allocate(Long.BYTES).putLong(n).array();
        return ByteBuffer.wrap(control.allGather(mine).get(0)).getLong();
    }

    private double floor(PilotPlan plan) {
        PilotPlan.Cell empty =
                new PilotPlan.Cell("floor", "dev.lockstep.harness.FloorBenchmark.synchronised", Map.of());
        try {
            return calibrate(plan, empty).nanosPerOp;
        } catch (RunnerException e) {
            throw new IllegalStateException("the floor cannot be measured: " + Reasons.of(e), e);
        }
    }

    /** What one invocation cost: by JMH's clock reads around it, and as a share of the whole batch. */
    private record Batch(double nanosPerOp, double wallNanosPerOp) {
        Batch min(Batch other) {
            return new Batch(Math.min(nanosPerOp, other.nanosPerOp), Math.min(wallNanosPerOp, other.wallNanosPerOp));
        }
    }

    /** Runs one batch of n invocations on all threads of this process. */
    private Batch batch(PilotPlan plan, PilotPlan.Cell cell, int n) throws RunnerException {
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
        Result<?> result = new Runner(
                        options.build(),
                        OutputFormatFactory.createFormatInstance(
                                new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT))
                .runSingle()
                .getPrimaryResult();
        return new Batch(result.getScore(), process.lastIterationNanos() / (double) n);
    }
}
