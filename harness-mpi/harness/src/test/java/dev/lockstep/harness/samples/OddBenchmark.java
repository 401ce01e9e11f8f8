package dev.lockstep.harness.samples;

import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import java.nio.ByteBuffer;
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

/** Ranks that claim to need nobody's messages, of which rank 1 is not there for what others wait for all the same. */
@OwnTransport
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 2)
public class OddBenchmark {
    private static boolean isOneInALaunch(Rank rank) {
        // The pilot is the only place where JMH's lock is ignored.
        return rank.rank() == 1 && !Boolean.getBoolean("jmh.ignoreLock");
    }

    /** Needs messages after all. */
    @Benchmark
    public void broadcasts(Rank rank) {
        rank.comm().bcast(ByteBuffer.allocateDirect(1), 0);
    }

    /** Rank 1 never comes to what the others wait for. */
    @State(Scope.Thread)
    public static class Elsewhere {
        /** Called by JMH. */
        @Setup
        public void meet(Rank rank) {
            if (rank.rank() == 1) {
                throw new IllegalStateException("rank 1 has other plans");
            }
            rank.exchange("here");
        }
    }

    /** Never called. */
    @Benchmark
    public int waits(Elsewhere state, Rank rank) {
        return rank.rank();
    }

    /** Rank 1 never comes to where others wait to probe with it, though it did in the pilot; nothing else waits for it. */
    @State(Scope.Thread)
    public static class Deserted {
        /** Called by JMH. */
        @Setup
        public void leave(Rank rank) {
            if (isOneInALaunch(rank)) {
                throw new IllegalStateException("rank 1 has left");
            }
        }
    }

    /** Needs nobody. */
    @Benchmark
    public int deserted(Deserted state, Rank rank) {
        return rank.rank();
    }
}
