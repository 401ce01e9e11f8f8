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
 * Windows of {@value #WINDOW} messages of {@code bytes} one way; one op is one message. It is {@code osu_bw}'s
 * exchange: the even rank posts a window of {@code iSend}, the odd one of {@code iRecv}, both wait for all of it, and
 * the odd rank answers with {@value #REPLY} bytes. Each message of a window has a place of its own; {@code osu_bw}
 * receives all into one, which stays in the cache and which MPI does not allow.
 *
 * <p>Rank 2i plays with rank 2i + 1. With 4 ranks or more pairs share what lies between them. An odd number of ranks is
 * refused.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar benchmarks.Bandwidth -t 2} for two ranks that are
 * threads of one JVM; {@code ./lockstep run benchmarks.Bandwidth --comm local,openmpi --ranks 2} for threads and for MPI ranks
 * side by side.
 *
 * <p>Read it: microseconds per message, so {@code bytes} over the score is bandwidth in MB/s, and its inverse the
 * message rate in millions per second. The reply is shared by the messages of its window. Ranks that wait spin, so more
 * ranks than cores measure the scheduler.
 */
@InPairs
@Counts(by = Counts.OSU, small = 100, large = 20)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = BandwidthBenchmark.BATCH)
@Measurement(iterations = 20, batchSize = BandwidthBenchmark.BATCH)
@OperationsPerInvocation(BandwidthBenchmark.BATCH * BandwidthBenchmark.WINDOW)
@Fork(2)
@Threads(2)
public class BandwidthBenchmark implements SelfCheck {
    static final int BATCH = 100;

    /** Messages in one call of the benchmark method. */
    static final int WINDOW = 64;

    private static final int REPLY = 4;

    /** A byte that no message consists of. */
    private static final byte ANSWER = 0x5a;

    private static final int TAG = 1;

    /** Message size. */
    @Param({"16", "1024", "65536"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    private final ByteBuffer[] window = new ByteBuffer[WINDOW];
    private final Request[] requests = new Request[WINDOW];
    private Pair pair;
    private ByteBuffer reply;

    /** Writes all buffers too: pages never written all read from one shared page of zeros, faster than real ones. */
    @Setup
    public void allocate(Rank rank) {
        pair = Pair.of(rank.rank(), rank.size());
        for (int i = 0; i < WINDOW; i++) {
            window[i] = rank.allocate(buffer, bytes);
        }
        reply = rank.allocate(buffer, REPLY);
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

    /** One window and its reply: {@value #WINDOW} operations. */
    @Benchmark
    @Reference("bandwidth")
    public void window(Rank rank, OpTimes times) {
        Communicator comm = rank.comm();
        if (pair.first()) {
            for (int i = 0; i < WINDOW; i++) {
                requests[i] = comm.iSend(window[i], pair.peer(), TAG);
            }
            Requests.waitAll(requests);
            comm.recv(reply, pair.peer(), TAG);
        } else {
            for (int i = 0; i < WINDOW; i++) {
                requests[i] = comm.iRecv(window[i], pair.peer(), TAG);
            }
            Requests.waitAll(requests);
            comm.send(reply, pair.peer(), TAG);
        }
        times.mark();
    }

    @Override
    public void fill(Rank rank) {
        for (int i = 0; i < WINDOW; i++) {
            if (pair.first()) {
                Contents.put(window[i], message(rank.rank(), i));
            } else {
                Contents.putNone(window[i], message(pair.peer(), i));
            }
        }
        for (int i = 0; i < REPLY; i++) {
            reply.put(i, pair.first() ? 0 : ANSWER);
        }
    }

    @Override
    public void check(Rank rank) {
        int sender = pair.first() ? rank.rank() : pair.peer();
        for (int i = 0; i < WINDOW; i++) {
            Contents.require(window[i], message(sender, i), "rank " + sender + ", place " + i + " of its window");
        }
        for (int i = 0; i < REPLY; i++) {
            if (reply.get(i) != ANSWER) {
                throw new IllegalStateException("byte " + i + " of the reply is " + reply.get(i) + ", not " + ANSWER);
            }
        }
    }

    /** The number of a message, unlike any other's, so that none can stand in for another. */
    private static int message(int from, int place) {
        return from * WINDOW + place;
    }
}
