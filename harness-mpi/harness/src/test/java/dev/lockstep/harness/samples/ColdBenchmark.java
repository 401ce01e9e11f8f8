package dev.lockstep.harness.samples;

import dev.lockstep.harness.Rank;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Slow when it is cold, as code is that waits for its compiler; and warm after so many calls, not after some time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ColdBenchmark {
    /** What a warm call costs. */
    public static final long WARM_NANOS = 20_000;

    private static final long COLD_NANOS = 2_000_000;
    private static final double CALLS = 300;

    /** By rank, for the whole process: a pilot's batches have an instance each. */
    private static final AtomicIntegerArray MADE = new AtomicIntegerArray(2);

    /** A hundred times slower at first. */
    @Benchmark
    public void warmUp(Rank rank) {
        int made = MADE.getAndIncrement(rank.rank());
        long end = System.nanoTime() + WARM_NANOS + (long) (COLD_NANOS * Math.exp(-made / CALLS));
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
