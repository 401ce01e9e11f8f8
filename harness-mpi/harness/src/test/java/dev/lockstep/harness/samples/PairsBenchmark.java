package dev.lockstep.harness.samples;

import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A round trip in each pair of ranks; all pairs but the first rest in it. */
@InPairs
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PairsBenchmark {
    /** How long, at least. */
    public static final long REST_NANOS = 2_000_000;

    private static final int TAG = 1;

    private ByteBuffer message;

    /** Called by JMH. */
    @Setup
    public void allocate(Rank rank) {
        message = rank.comm().allocate(1);
    }

    /** The odd rank waits for the even one, and so takes as long. */
    @Benchmark
    public void exchange(Rank rank, OpTimes times) throws InterruptedException {
        int peer = rank.rank() ^ 1;
        if (rank.rank() > 1 && peer > rank.rank()) {
            TimeUnit.NANOSECONDS.sleep(REST_NANOS);
        }
        if (peer > rank.rank()) {
            rank.comm().send(message, peer, TAG);
            rank.comm().recv(message, peer, TAG);
        } else {
            rank.comm().recv(message, peer, TAG);
            rank.comm().send(message, peer, TAG);
        }
        times.mark();
    }
}
