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
 * Windows of {@value Window#MESSAGES} messages of {@code bytes} one way over any transport; one op is one message. The
 * even rank sends a window, the odd one receives each message into a place of its own and answers with
 * {@value Window#REPLY} bytes. With {@code send=send} each call returns when the transport has taken the message: how many
 * are under way at once is the transport's affair. With {@code offer} and {@code claim} the window is flushed as a whole:
 * see {@link Sending}.
 *
 * <p>Rank 2i plays with rank 2i + 1. With 4 ranks or more pairs share what lies between them. An odd number of ranks is
 * refused.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar TransportBandwidth -t 2} for two threads of
 * one JVM; {@code ./lockstep run TransportBandwidth --transport shm,socket,nio --comm local,none} for threads and for
 * processes side by side.
 *
 * <p>Read it: microseconds per message, so {@code bytes} over the score is bandwidth in MB/s. The reply is shared by the
 * messages of its window. {@code receive=poll} is other work than {@code blocking}: see {@link Receiving}.
 */
@OwnTransport
@InPairs
@Counts(by = Counts.OSU, small = 100, large = 20)
@Combinations(Carried.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = TransportBandwidthBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = TransportBandwidthBenchmark.BATCH)
@OperationsPerInvocation(TransportBandwidthBenchmark.BATCH * Window.MESSAGES)
@Fork(2)
@Threads(2)
public class TransportBandwidthBenchmark implements SelfCheck {
    static final int BATCH = 100;

    /** Message size. */
    @Param({"16", "1024", "65536"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    private Peer peer;
    private Window window;
    private final Batch batch = new Batch();
    private boolean pushes;
    private OpTimes marks;

    /** Connects the pair. */
    @Setup
    public void connect(Rank rank, Peers peers, Receiving receiving, Sending sending) throws IOException {
        pushes = receiving.pushes();
        peer = peers.open(rank, receiving, batch, this::take, Window.largest(bytes));
        window = new Window(rank, peer, receiving.from(peer.endpoint(), peers), sending, buffer, bytes);
        rank.selfCheck(this);
    }

    /** Lets the iteration's first message find its receiver ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration, OpTimes times) {
        marks = times;
        batch.begin(iteration.getBatchSize());
        rank.comm().barrier();
    }

    /**
     * One window and its reply: {@value Window#MESSAGES} operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    public void window(Rank rank, OpTimes times) throws IOException {
        if (pushes) {
            if (batch.isBeginning()) {
                window.begin();
            }
            batch.call();
            return;
        }
        window.exchange();
        times.mark();
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
