package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Request;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.Rank;
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
import org.openjdk.jmh.infra.IterationParams;

/**
 * Threads of a rank that send and receive at once: each exchanges windows of {@code window} messages of {@code bytes} with the thread of
 * the same number on the peer rank, by {@code iSend} and {@code iRecv}, and waits for a whole window before it begins the next one.
 * One op is one message out and one message in. Rank 2i plays with rank 2i + 1; an odd number of ranks is refused.
 *
 * <p>A call posts one message; the one that fills the window, or is the batch's last, waits for all of it. So every message is complete
 * when JMH's clock stops, and a batch that is no multiple of the window ends with a shorter one. Threads of a rank begin together, and the
 * last call of a batch waits for those of the rank's other threads, so each thread's clock shows how long the rank took for all messages of all threads: one
 * that has had its turn first does not look fast.
 *
 * <p>With {@code connection=own} each thread has its own communicator, and what threads contend for is what lies below: the library's
 * locks, progress and matching, and the cores. With {@code connection=shared} the rank has one for all of its threads ({@link
 * Communicator#share}), which have tags of their own: matching is common, too. That takes thread level MULTIPLE, also with one thread.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar benchmarks.Contention -t 4 -p ranks=2} for two ranks of two threads
 * in one JVM; {@code ./lockstep run benchmarks.Contention --comm local,openmpi --ranks 2 --threads 1,2} for one and two threads per rank side by
 * side, each with communicators of their own and with one that they share.
 *
 * <p>Read it: microseconds per message on one thread. With T threads per rank the rank moves T messages in that time: a score that
 * stays as it is from one thread to T is perfect scaling, one that grows T-fold means that threads take turns, and more than that, that
 * they disturb each other. {@code window=1} is latency under contention, {@code window=64} (OSU's) message rate. It takes ranks × threads
 * cores; with fewer the scheduler is measured.
 */
@InPairs
@Combinations(Sharing.Rule.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = ContentionBenchmark.BATCH)
@Measurement(iterations = 20, batchSize = ContentionBenchmark.BATCH)
@OperationsPerInvocation(ContentionBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class ContentionBenchmark implements SelfCheck {
    static final int BATCH = 1024;

    private static final int TAG = 1;

    /** Message size. */
    @Param({"16", "1024", "65536"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    /** A communicator {@code own} for each thread, or one {@code shared} by all of a rank. */
    @Param({"own", Carried.SHARED})
    String connection;

    /** The number of messages under way at once. */
    @Param({"1", "64"})
    int window;

    private Pair pair;
    private PointToPoint messages;
    private int tag;
    private ByteBuffer[] out;
    private ByteBuffer[] in;
    private Request[] sends;
    private Request[] receives;
    private int posted;
    private int left;
    private int fullest;

    /**
     * Writes all buffers too: pages never written all read from one shared page of zeros, faster than real ones.
     *
     * @param rank whose communicator it is
     * @param sharing what threads share
     */
    @Setup
    public void allocate(Rank rank, Sharing sharing) {
        if (window < 1) {
            throw new IllegalArgumentException("window must be at least 1 message, not " + window);
        }
        pair = Pair.of(rank.rank(), rank.size());
        messages = Sharing.isShared(connection) ? sharing.share(rank) : rank.comm();
        tag = TAG + rank.thread();
        out = new ByteBuffer[window];
        in = new ByteBuffer[window];
        for (int i = 0; i < window; i++) {
            out[i] = rank.allocate(buffer, bytes);
            in[i] = rank.allocate(buffer, bytes);
        }
        sends = new Request[window];
        receives = new Request[window];
        fill(rank);
        rank.selfCheck(this);
    }

    /**
     * Lets the iteration's first message find its receiver ready, and threads of a rank begin together.
     *
     * @param rank whose barrier it is
     * @param iteration says how many messages it has
     */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration) {
        left = iteration.getBatchSize();
        rank.comm().barrier();
        rank.awaitThreads();
    }

    /**
     * One message out, one in.
     *
     * @param rank whose communicator it is
     */
    @Benchmark
    public void exchange(Rank rank) {
        receives[posted] = messages.iRecv(in[posted], pair.peer(), tag);
        sends[posted] = messages.iSend(out[posted], pair.peer(), tag);
        posted++;
        left--;
        if (posted == window || left <= 0) {
            awaitAll();
        }
        if (left == 0) {
            rank.awaitThreads();
        }
    }

    private void awaitAll() {
        for (int i = 0; i < posted; i++) {
            receives[i].await();
            sends[i].await();
        }
        fullest = Math.max(fullest, posted);
        posted = 0;
    }

    /** The number of messages that are not known to be complete. */
    int underWay() {
        return posted;
    }

    @Override
    public void fill(Rank rank) {
        fullest = 0;
        for (int i = 0; i < window; i++) {
            Contents.put(out[i], origin(rank, rank.rank(), i));
            Contents.putNone(in[i], origin(rank, pair.peer(), i));
        }
    }

    /** The pilot's one operation fills one place of the window; of more, all that were filled are looked at. */
    @Override
    public void check(Rank rank) {
        for (int i = 0; i < Math.max(1, fullest); i++) {
            require(in[i], rank, pair.peer(), i);
        }
        for (int i = 0; i < window; i++) {
            require(out[i], rank, rank.rank(), i);
        }
    }

    private void require(ByteBuffer message, Rank rank, int from, int place) {
        Contents.require(
                message,
                origin(rank, from, place),
                "rank " + from + ", thread " + rank.thread() + ", place " + place + " of its window");
    }

    /** A number for every message under way, so that none can stand in for another: not another thread's, not its neighbour's. */
    private int origin(Rank rank, int from, int place) {
        return (rank.thread() * rank.size() + from) * window + place;
    }
}
