package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Counts;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Round trips of ranks in pairs over the communicator: buffers, what lies in them, and how they are measured. One op is one
 * message one way, half a round trip.
 */
@InPairs
@Counts(by = Counts.OSU, small = 10_000, large = 1_000)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = RankPingPong.BATCH)
@Measurement(iterations = 20, batchSize = RankPingPong.BATCH)
@OperationsPerInvocation(RankPingPong.BATCH * RankPingPong.MESSAGES)
@Fork(2)
@Threads(2)
public abstract class RankPingPong implements SelfCheck {
    static final int BATCH = 1000;

    /** Messages in one round trip, which is one call of the benchmark method. */
    static final int MESSAGES = 2;

    static final int TAG = 1;

    /** Message size. */
    @Param({"16", "1024", "65536", "1048576"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    Pair pair;
    ByteBuffer out;
    ByteBuffer in;

    /** Writes both buffers too: pages never written all read from one shared page of zeros, faster than real ones. */
    @Setup
    public void allocate(Rank rank) {
        pair = Pair.of(rank.rank(), rank.size());
        out = rank.allocate(buffer, bytes);
        in = rank.allocate(buffer, bytes);
        prepare(rank);
        fill(rank);
        rank.selfCheck(this);
    }

    /**
     * Lets the iteration's first message find its receiver ready: ranks enter an iteration as far apart as a thousand
     * small messages take.
     */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank) {
        rank.comm().barrier();
    }

    /** Makes ready what a round trip needs besides buffers. */
    void prepare(Rank rank) {}

    @Override
    public void fill(Rank rank) {
        Contents.put(out, rank.rank());
        Contents.putNone(in, pair.peer());
    }

    @Override
    public void check(Rank rank) {
        Contents.require(in, pair.peer());
        Contents.require(out, rank.rank());
    }
}
