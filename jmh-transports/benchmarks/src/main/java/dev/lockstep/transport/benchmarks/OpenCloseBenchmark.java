package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.SelfCheck;
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
 * A connection that is opened and closed, over any transport: alone, or with a message of one byte; one op is one
 * connection. The even rank connects, the odd one receives; the score is the even rank's time. Every {@value #WINDOW}
 * connections the even rank waits for the odd one, which has then seen all of them: otherwise more would wait to be
 * accepted than the system keeps. Where no message is sent, the last of them has one. With {@code receive=push} both are
 * told of messages by the transport's own thread.
 *
 * <p>Who closes first, here the even rank, keeps a TCP connection's port in TIME-WAIT for a minute; on loopback Linux lets
 * a port be used again after a second. An op that finds none fails, and its cell with it.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar OpenClose -t 2} for two threads of one JVM;
 * {@code ./lockstep run OpenClose --transport shm,socket,nio,uds --comm none} for processes.
 *
 * <p>Read it: microseconds per connection, of which a message and its way back, shared by {@value #WINDOW}, are a small
 * part; in the distribution it is one of {@value #WINDOW} that waits for it. What {@code socket-open-close} does for each message of {@link TransportPingPongBenchmark} is in
 * {@code socket} with {@code message=byte}. A {@code communicator} has no connections; what it reads is the floor.
 */
@OwnTransport
@InPairs
@Scored(Scored.Ranks.EVEN)
@Combinations(Carried.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = OpenCloseBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = OpenCloseBenchmark.BATCH)
@OperationsPerInvocation(OpenCloseBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class OpenCloseBenchmark implements SelfCheck {
    static final int BATCH = 256;

    /** Connections between two waits for the other rank. */
    static final int WINDOW = 16;

    /** What a connection is for: {@code none}, or one {@code byte}. */
    @Param({"none", "byte"})
    String message;

    private static final int BYTES = 1;

    private Peer peer;
    private boolean first;
    private boolean eachSends;
    private Outbox answers;
    private ByteBuffer out;
    private ByteBuffer in;
    private Receiving.Style receive;
    private final Batch windows = new Batch();
    private boolean pushes;
    private int taken;
    private int received;
    private int calls;
    private int batch;

    /** Opens both ends; the odd rank connects for its answers. */
    @Setup
    public void open(Rank rank, Peers peers, Receiving receiving) throws IOException {
        eachSends = message.equals("byte");
        if (!eachSends && !message.equals("none")) {
            throw new IllegalArgumentException("message must be 'none' or 'byte', not '" + message + "'");
        }
        pushes = receiving.pushes();
        peer = peers.open(rank, receiving, windows, this::take, BYTES);
        receive = receiving.from(peer.endpoint(), peers);
        first = peer.pair().first();
        answers = first ? null : peer.connect();
        out = rank.allocate("direct", BYTES);
        in = rank.allocate("direct", BYTES);
        fill(rank);
        rank.selfCheck(this);
    }

    /** Lets the iteration's first connection find its receiver ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration) {
        calls = 0;
        batch = iteration.getBatchSize();
        taken = 0;
        windows.begin((batch + WINDOW - 1) / WINDOW);
        rank.comm().barrier();
    }

    /**
     * One connection.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    public void openClose(Rank rank, OpTimes times) throws IOException {
        calls++;
        boolean last = calls % WINDOW == 0 || calls == batch;
        if (first) {
            try (Outbox outbox = peer.connect()) {
                if (eachSends || last) {
                    outbox.send(out);
                }
            }
            if (last && !pushes) {
                received = receive.into(in);
            }
        } else if (!pushes) {
            if (eachSends || last) {
                received = receive.into(in);
            }
            if (last) {
                answers.send(out);
            }
        }
        if (last && pushes) {
            windows.awaitNext();
        }
        if (first) {
            times.mark();
        }
    }

    /** By the transport's thread, or threads, of several connections: the odd rank answers when a window is full. */
    private synchronized void take(ByteBuffer message, long sender) throws IOException {
        received = message.remaining();
        in.put(0, message, message.position(), received);
        taken++;
        if (first || !eachSends || taken % WINDOW == 0 || taken == batch) {
            if (!first) {
                answers.send(out);
            }
            windows.next();
        }
    }

    /** Closes both ends. */
    @TearDown
    public void close(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    @Override
    public void fill(Rank rank) {
        received = -1;
        Contents.put(out, rank.rank());
        Contents.putNone(in, peer.pair().peer());
    }

    /** The last connection of a batch always has a message; the pilot's one is the last. */
    @Override
    public void check(Rank rank) {
        Contents.requireLength(BYTES, received);
        Contents.require(in, peer.pair().peer());
    }
}
