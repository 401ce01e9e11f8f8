package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
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
 * A message of {@code bytes} to and fro over any transport, by {@link Sending} and {@link Receiving}; one op is one message
 * one way, half a round trip. The exchange and the pairs are {@link PingPongBenchmark}'s; the communicator only holds
 * the ranks together, unless it is the transport.
 *
 * <p>{@code transport=socket,socket-open-close} is Boysan's (2018) pair of tests, a connection for all messages against
 * one for each, with two differences. The receiver closes by a reset, so no op waits for, or pays for, a TIME-WAIT; the
 * sender's part is as in the paper. And a message is read to its last byte: the paper's program calls {@code read} once,
 * so what it timed of large messages may be their first part, which matters for its finding that both ways converge
 * above 4096 bytes.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar TransportPingPong -t 2} for two threads of
 * one JVM; {@code ./lockstep run TransportPingPong --transport all --comm local,none,openmpi} for threads, for processes
 * without MPI, and for MPI's processes, side by side.
 *
 * <p>Read it: microseconds one way, by the clock of the even ranks: an odd one is done when its last message is on its way; a distribution has half of each round trip. Beside {@link PingPongBenchmark} with
 * the same {@code bytes} it tells what a transport costs over a message-passing library; with
 * {@code transport=communicator} it is that one through the interface. Between hosts the address is that by which a rank
 * reaches the harness: see that it belongs to the network you mean. Some transports sleep while they wait, and their
 * scores include a wake-up by the kernel; others spin, and need a core for each rank, as {@code receive=poll} always does.
 */
@OwnTransport
@InPairs
@Scored(Scored.Ranks.EVEN)
@Counts(by = Counts.OSU, small = 10_000, large = 1_000)
@Counts(by = Counts.PAPER, small = 1_000, large = 100)
@Combinations(Carried.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = TransportPingPongBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = TransportPingPongBenchmark.BATCH)
@OperationsPerInvocation(TransportPingPongBenchmark.BATCH * TransportPingPongBenchmark.MESSAGES)
@Fork(2)
@Threads(2)
public class TransportPingPongBenchmark implements SelfCheck {
    static final int BATCH = 1000;

    /** Messages in one round trip, which is one call of the benchmark method. */
    static final int MESSAGES = 2;

    /** Message size. */
    @Param({"0", "16", "1024", "65536", "1048576", "4194304"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    private Peer peer;
    private Receiving.Style receive;
    private Sending.Style send;
    private Sending.Style next;
    private final Batch batch = new Batch();
    private boolean pushes;
    private OpTimes marks;
    private boolean first;
    private ByteBuffer out;
    private ByteBuffer in;
    private int received;

    /** Writes both buffers too: pages never written all read from one shared page of zeros, faster than real ones. */
    @Setup
    public void connect(Rank rank, Peers peers, Receiving receiving, Sending sending) throws IOException {
        pushes = receiving.pushes();
        peer = peers.open(rank, receiving, batch, this::take, bytes);
        Outbox outbox = peer.connect();
        receive = receiving.from(peer.endpoint(), peers);
        out = rank.allocate(buffer, bytes);
        send = sending.by(outbox, out);
        next = sending.byReceiver(outbox, out);
        first = peer.pair().first();
        in = rank.allocate(buffer, bytes);
        fill(rank);
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
     * One round trip: two operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "messages", stage = "one-way")
    public void pingPong(Rank rank, OpTimes times) throws IOException {
        if (pushes) {
            if (first && batch.isBeginning()) {
                send.all();
            }
            batch.call();
            return;
        }
        if (first) {
            send.all();
            received = receive.into(in);
        } else {
            received = receive.into(in);
            send.all();
        }
        times.mark();
    }

    /** By the transport's thread: the even rank begins the next round trip, the odd one sends back. */
    private void take(ByteBuffer message, long sender) throws IOException {
        received = message.remaining();
        in.put(0, message, message.position(), received);
        if (!first) {
            next.all();
        }
        marks.mark();
        if (batch.next() && first) {
            next.all();
        }
    }

    /** Closes both ends. */
    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    @Override
    public void fill(Rank rank) {
        received = -1;
        Contents.put(out, rank.rank());
        Contents.putNone(in, peer.pair().peer());
    }

    @Override
    public void check(Rank rank) {
        Contents.requireLength(bytes, received);
        Contents.require(in, peer.pair().peer());
        Contents.require(out, rank.rank());
    }
}
