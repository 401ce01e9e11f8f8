package dev.lockstep.harness.samples;

import dev.lockstep.harness.Rank;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Its calls come at times of their own, and its score is another than their time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PacedBenchmark {
    /** How long a call takes, at least. */
    public static final long PACE_NANOS = 1_000_000;

    /** What each rank says that its score is, and its number more. */
    public static final double SCORE_NANOS = 1234.5;

    /** One call. */
    @Benchmark
    public void pace(Rank rank) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(PACE_NANOS);
        rank.score(SCORE_NANOS + rank.rank());
    }
}
