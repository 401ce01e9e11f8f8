package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Small messages one way over any transport, in windows of {@value Window#MESSAGES}, by several pairs at once; one op is
 * one message of one pair. The exchange is {@link TransportBandwidthBenchmark}'s. A pair is a thread of an even rank and
 * that of the same number of the odd one, each with an endpoint and a connection of its own, so {@code --threads 1,2,4}
 * has so many pairs between two ranks. It is {@code osu_mbw_mr}'s question.
 *
 * <p>Threads of a rank begin together, and the last call of a batch waits for those of the rank's other threads: each
 * clock shows how long the rank took for the messages of all of its pairs.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar MessageRate -t 4 -p ranks=2} for two pairs
 * in one JVM; {@code ./lockstep run MessageRate --transport shm,nio --comm none --threads 1,2}.
 *
 * <p>Read it: microseconds per message of one pair. With T pairs T messages move in that time, so T over the score is
 * millions of messages per second. The distribution has a histogram for each pair, of windows. It takes two cores for each pair; with fewer the scheduler is measured.
 */
@OwnTransport
@InPairs
@Counts(by = Counts.OSU, small = 100, large = 20)
@Combinations(Carried.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = MessageRateBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = MessageRateBenchmark.BATCH)
@OperationsPerInvocation(MessageRateBenchmark.BATCH * Window.MESSAGES)
@Fork(2)
@Threads(2)
public class MessageRateBenchmark implements SelfCheck {
    static final int BATCH = 100;

    /** Message size. */
    @Param("8")
    int bytes;

    private Peer peer;
    private Window window;
    private final Batch batch = new Batch();
    private boolean pushes;
    private OpTimes marks;
    private int left;

    /** Connects the pair. */
    @Setup
    public void connect(Rank rank, Peers peers, Receiving receiving, Sending sending) throws IOException {
        pushes = receiving.pushes();
        peer = peers.open(rank, receiving, batch, this::take, Window.largest(bytes));
        window = new Window(rank, peer, receiving.from(peer.endpoint(), peers), sending, "direct", bytes);
        rank.selfCheck(this);
    }

    /** Lets all pairs begin together. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration, OpTimes times) {
        marks = times;
        left = iteration.getBatchSize();
        batch.begin(left);
        rank.comm().barrier();
        rank.awaitThreads();
    }

    /** One window and its reply: {@value Window#MESSAGES} operations. What is waited for the others in the end is in no histogram. */
    @Benchmark
    public void window(Rank rank, OpTimes times) throws IOException {
        if (pushes) {
            if (batch.isBeginning()) {
                window.begin();
            }
            batch.call();
        } else {
            window.exchange();
            times.mark();
        }
        if (--left == 0) {
            rank.awaitThreads();
        }
    }

    /** By the transport's thread: the even rank begins the next window. */
    private void take(ByteBuffer message, long sender) throws IOException {
        if (window.take(message)) {
            marks.mark();
            if (batch.next()) {
                window.goOn();
            }
        }
    }

    /** Closes both ends. */
    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    @Override
    public void fill(Rank rank) {
        window.fill();
    }

    @Override
    public void check(Rank rank) {
        window.check();
    }
}
