package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.SelfCheck;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
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
 * {@code osu_bibw} of OSU Micro-Benchmarks 7.4: windows of {@value #WINDOW} messages of {@code bytes} both ways at
 * once over the communicator; one op is one message out and one in. Both ranks of a pair post a window of {@code iRecv} and
 * one of {@code iSend}, and wait for all. {@code --ops osu} takes OSU's counts: 100 windows up to 8 KiB, 20 above.
 *
 * <p>Rank 2i plays with rank 2i + 1. An odd number of ranks is refused. Each message has a buffer of its own, where OSU's
 * program receives all into one.
 *
 * <p>Run it: {@code ./lockstep run OsuBidirectional --comm c,openmpi,ffm --ranks 2 --ops osu -p bytes=64,65536}.
 *
 * <p>Read it: microseconds per message each way, so twice {@code bytes} over the score is bandwidth in MB/s. Ranks that
 * wait spin, so more ranks than cores measure the scheduler.
 */
@InPairs
@Counts(by = Counts.OSU, small = 100, large = 20)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = OsuBidirectionalBandwidthBenchmark.BATCH)
@Measurement(iterations = 20, batchSize = OsuBidirectionalBandwidthBenchmark.BATCH)
@OperationsPerInvocation(OsuBidirectionalBandwidthBenchmark.BATCH * OsuBidirectionalBandwidthBenchmark.WINDOW)
@Fork(2)
@Threads(2)
public class OsuBidirectionalBandwidthBenchmark implements SelfCheck {
    static final int BATCH = 100;

    /** Messages in one call of the benchmark method. */
    static final int WINDOW = 64;

    private static final int TAG = 1;

    /** Message size. */
    @Param({"16", "1024", "65536"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    private final ByteBuffer[] out = new ByteBuffer[WINDOW];
    private final ByteBuffer[] in = new ByteBuffer[WINDOW];
    private final Request[] requests = new Request[2 * WINDOW];
    private Pair pair;

    /** Writes all buffers too: pages never written all read from one shared page of zeros, faster than real ones. */
    @Setup
    public void allocate(Rank rank) {
        pair = Pair.of(rank.rank(), rank.size());
        for (int i = 0; i < WINDOW; i++) {
            out[i] = rank.allocate(buffer, bytes);
            in[i] = rank.allocate(buffer, bytes);
        }
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

    /** One window each way: {@value #WINDOW} operations. */
    @Benchmark
    @Reference("bidirectional-bandwidth")
    public void windows(Rank rank, OpTimes times) {
        Communicator comm = rank.comm();
        for (int i = 0; i < WINDOW; i++) {
            requests[i] = comm.iRecv(in[i], pair.peer(), TAG);
        }
        for (int i = 0; i < WINDOW; i++) {
            requests[WINDOW + i] = comm.iSend(out[i], pair.peer(), TAG);
        }
        Requests.waitAll(requests);
        times.mark();
    }

    @Override
    public void fill(Rank rank) {
        for (int i = 0; i < WINDOW; i++) {
            Contents.put(out[i], message(rank.rank(), i));
            Contents.putNone(in[i], message(pair.peer(), i));
        }
    }

    @Override
    public void check(Rank rank) {
        for (int i = 0; i < WINDOW; i++) {
            Contents.require(in[i], message(pair.peer(), i), "rank " + pair.peer() + ", place " + i + " of its window");
        }
    }

    /** The number of a message, unlike any other's, so that none can stand in for another. */
    private static int message(int from, int place) {
        return from * WINDOW + place;
    }
}
