package dev.lockstep.harness.samples;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Synchronised;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Of every ten operations one is late on one rank, another one each time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, batchSize = StragglerBenchmark.BATCH)
@Measurement(iterations = 2, batchSize = StragglerBenchmark.BATCH)
@OperationsPerInvocation(StragglerBenchmark.BATCH)
public class StragglerBenchmark {
    /** Of ten operations, and ten of those. */
    static final int BATCH = 100;

    /** How long a late operation takes, at least. */
    public static final long LATE_NANOS = 2_000_000;

    private static final long USUAL_NANOS = 20_000;

    private int calls;

    /** A distribution shows it. */
    @Benchmark
    public void straggle(Synchronised sync, Rank rank) {
        boolean late = calls % 10 == 0 && calls / 10 % rank.size() == rank.rank();
        calls++;
        long end = System.nanoTime() + (late ? LATE_NANOS : USUAL_NANOS);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Its scores are good; its distribution is none. */
    @Benchmark
    public void marksTwice(Rank rank, OpTimes times) {
        rank.comm().barrier();
        times.mark();
        times.mark();
    }
}
