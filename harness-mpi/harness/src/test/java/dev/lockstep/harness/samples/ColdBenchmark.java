package dev.lockstep.harness.samples;

import dev.lockstep.harness.Rank;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
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
    /** What a warm call costs, at least. */
    public static final long WARM_NANOS = 200_000;

    private static final long COLD_NANOS = 10_000_000;
    private static final double CALLS = 10;

    /** By rank, for the whole process: a pilot's batches have an instance each. */
    private static final AtomicIntegerArray MADE = new AtomicIntegerArray(2);

    /** Fifty times slower at first. It sleeps, so that a busy machine does not change much. */
    @Benchmark
    public void warmUp(Rank rank) {
        int made = MADE.getAndIncrement(rank.rank());
        LockSupport.parkNanos(WARM_NANOS + (long) (COLD_NANOS * Math.exp(-made / CALLS)));
    }
}
