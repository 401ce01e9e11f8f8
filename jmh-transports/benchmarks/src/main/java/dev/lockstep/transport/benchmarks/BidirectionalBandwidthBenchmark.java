package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
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
 * Windows of {@value Window#MESSAGES} messages of {@code bytes} both ways at once, over any transport; one op is one
 * message out and one in. It is {@code osu_bibw}'s exchange: both ranks of a pair send a window, and end when they have
 * received the other's. Each message of a window has a place of its own.
 *
 * <p>{@code receive=blocking}: a second thread of each rank receives, while JMH's sends. {@code receive=push}: the
 * transport gives what comes to a receiver. {@code receive=poll}: one thread offers and polls in turn. These are other work,
 * and a transport may lack one.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar Bidirectional -t 2} for two threads of one
 * JVM; {@code ./lockstep run benchmarks.Bidirectional --transport shm,socket,nio --comm local,none} for threads and for processes.
 *
 * <p>Read it: microseconds per message each way, so twice {@code bytes} over the score is bandwidth in MB/s. With
 * {@code blocking} a rank has two busy threads, and needs two cores.
 */
@OwnTransport
@InPairs
@Counts(by = Counts.OSU, small = 100, large = 20)
@Combinations(Carried.BothWays.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = BidirectionalBandwidthBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = BidirectionalBandwidthBenchmark.BATCH)
@OperationsPerInvocation(BidirectionalBandwidthBenchmark.BATCH * Window.MESSAGES)
@Fork(2)
@Threads(2)
public class BidirectionalBandwidthBenchmark implements SelfCheck {
    static final int BATCH = 100;

    /** Message size. */
    @Param({"16", "1024", "65536"})
    int bytes;

    private final ByteBuffer[] out = new ByteBuffer[Window.MESSAGES];
    private final ByteBuffer[] in = new ByteBuffer[Window.MESSAGES];
    private final int[] lengths = new int[Window.MESSAGES];
    private final Endpoint.Receiver receiver = this::take;
    private boolean polls;
    private Peer peer;
    private Outbox outbox;
    private final Batch batch = new Batch();
    private Background background;
    private int place;

    /** Connects the pair, and starts what receives. */
    @Setup
    public void connect(Rank rank, Peers peers, Receiving receiving) throws IOException {
        polls = receiving.polls();
        peer = peers.open(rank, receiving, batch, this::takePushed, bytes);
        outbox = peer.connect();
        for (int i = 0; i < Window.MESSAGES; i++) {
            out[i] = rank.allocate("direct", bytes);
            in[i] = rank.allocate("direct", bytes);
        }
        fill(rank);
        background = polls || receiving.pushes()
                ? null
                : new Background("receiver of rank " + rank.rank(), batch, this::receiveWindow);
        rank.selfCheck(this);
    }

    /** Lets the iteration's first message find its receiver ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration) {
        place = 0;
        batch.begin(iteration.getBatchSize());
        rank.comm().barrier();
    }

    /**
     * One window each way: {@value Window#MESSAGES} operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    public void windows(Rank rank, OpTimes times) throws IOException {
        if (polls) {
            inTurn();
        } else {
            for (int i = 0; i < Window.MESSAGES; i++) {
                outbox.send(out[i]);
            }
            batch.awaitNext();
        }
        times.mark();
    }

    private void inTurn() throws IOException {
        int sent = 0;
        place = 0;
        while (sent < Window.MESSAGES || place < Window.MESSAGES) {
            boolean moved = sent < Window.MESSAGES && outbox.offer(out[sent]);
            if (moved) {
                sent++;
            }
            if (place < Window.MESSAGES) {
                moved |= peer.endpoint().poll(receiver, Window.MESSAGES - place) > 0;
            }
            if (!moved) {
                Thread.yield();
            }
        }
        outbox.flush();
    }

    private void take(ByteBuffer message, long sender) {
        lengths[place] = message.remaining();
        in[place].put(0, message, message.position(), message.remaining());
        place++;
    }

    /** By the transport's thread. */
    private void takePushed(ByteBuffer message, long sender) {
        take(message, sender);
        if (place == Window.MESSAGES) {
            place = 0;
            batch.next();
        }
    }

    private void receiveWindow() throws IOException {
        for (int i = 0; i < Window.MESSAGES; i++) {
            lengths[i] = peer.endpoint().receive(in[i], 0);
        }
        batch.next();
    }

    /** Closes both ends, which ends what receives. */
    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        if (background != null) {
            background.ending();
        }
        peers.close(rank, peer);
        if (background != null) {
            background.close();
        }
    }

    @Override
    public void fill(Rank rank) {
        for (int i = 0; i < Window.MESSAGES; i++) {
            lengths[i] = -1;
            Contents.put(out[i], message(rank.rank(), i));
            Contents.putNone(in[i], message(peer.pair().peer(), i));
        }
    }

    @Override
    public void check(Rank rank) {
        int from = peer.pair().peer();
        for (int i = 0; i < Window.MESSAGES; i++) {
            Contents.requireLength(bytes, lengths[i]);
            Contents.require(in[i], message(from, i), "rank " + from + ", place " + i + " of its window");
        }
    }

    /** The number of a message, unlike any other's, so that none can stand in for another. */
    private static int message(int from, int place) {
        return from * Window.MESSAGES + place;
    }
}
