package dev.lockstep.harness.samples;

import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Claims to need nobody's messages. */
@OwnTransport
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
public class LonelyBenchmark {
    /** Needs them after all. */
    @Benchmark
    public void broadcasts(Rank rank) {
        rank.comm().bcast(ByteBuffer.allocateDirect(1), 0);
    }

    /** Rank 1 never comes to what the others wait for. */
    @State(Scope.Thread)
    public static class Deserted {
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
    public int waits(Deserted state, Rank rank) {
        return rank.rank();
    }
}
