package dev.lockstep.harness.samples;

import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Rank 1 never comes to where others wait to probe with it, though it did in the pilot; nothing else waits for it. */
@OwnTransport
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 2)
public class DesertedBenchmark {
    /** Called by JMH. */
    @Setup
    public void leave(Rank rank) {
        if (rank.rank() == 1 && !Boolean.getBoolean("jmh.ignoreLock")) {
            throw new IllegalStateException("rank 1 has left");
        }
    }

    /** Needs nobody. */
    @Benchmark
    public int alone(Rank rank) {
        return rank.rank();
    }
}
