package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Combinations;
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
 * Threads of a rank that exchange messages with their peers at once, over any transport; one op is one message out and
 * one in, of one thread. Threads of both ranks send and then receive, so that messages pass each other: it is {@link
 * ContentionBenchmark}'s exchange with {@code window=1}. Rank 2i plays with rank 2i + 1; an odd number of ranks is refused.
 *
 * <p>A message of more than {@value #WAITS_NOWHERE} bytes may not leave before the peer receives, who sends as well: then
 * each thread offers and polls in turn, where the transport has both. With {@code receive=push}, which takes neither such
 * messages nor a shared connection, the transport's thread sends the next one as soon as one has come.
 *
 * <p>{@code connection=own} gives each thread an endpoint and a connection; what threads contend for is what lies below:
 * cores, the kernel, a library's locks. {@code connection=shared} gives the rank one of each for all of its threads, where
 * the transport lets threads share ({@code communicator:threads=many} does): a message may then be received by any of them,
 * as many as were sent.
 *
 * <p>Threads of a rank begin together, and the last call of a batch waits for those of the rank's other threads, so each
 * thread's clock shows how long the rank took for all messages of all threads: one that has had its turn first does not
 * look fast.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar TransportContention -t 4 -p ranks=2} for two
 * ranks of two threads in one JVM; {@code ./lockstep run TransportContention --transport socket,communicator --comm
 * openmpi,ffm --threads 1,2,4,8}.
 *
 * <p>Read it: microseconds per exchange of one thread. With T threads per rank the rank makes T of them in that time: a
 * score that stays as it is from one thread to T is perfect scaling, one that grows T-fold means that threads take turns,
 * and more than that, that they disturb each other. The distribution has a histogram for each thread: whether they take turns
 * fairly. It takes ranks × threads cores; with fewer the scheduler is measured.
 */
@OwnTransport
@InPairs
@Combinations(Carried.Sharing.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = TransportContentionBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = TransportContentionBenchmark.BATCH)
@OperationsPerInvocation(TransportContentionBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class TransportContentionBenchmark implements SelfCheck {
    static final int BATCH = 256;

    /** The largest message that every transport takes in before the peer receives: MPI's libraries begin to wait at some 4 KiB. */
    static final int WAITS_NOWHERE = 1024;

    /** Message size. */
    @Param({"16", "1024"})
    int bytes;

    /** {@code own} for each thread, or {@code shared} by all of a rank. */
    @Param({"own", Carried.SHARED})
    String connection;

    private final Endpoint.Receiver receiver = this::take;
    private boolean shared;
    private boolean inTurn;
    private Peer peer;
    private Endpoint endpoint;
    private Outbox outbox;
    private ByteBuffer out;
    /** The same memory, for the transport's thread: JMH's may not be done with sending the first one. */
    private ByteBuffer next;

    private ByteBuffer in;
    private Receiving.Style receive;
    private final Batch batch = new Batch();
    private boolean pushes;
    private OpTimes marks;
    private int received;
    private int left;

    /** Connects the pair. */
    @Setup
    public void connect(Rank rank, Peers peers, Receiving receiving) throws IOException {
        shared = Sharing.isShared(connection);
        inTurn = bytes > WAITS_NOWHERE;
        pushes = receiving.pushes();
        peer = shared ? peers.share(rank, bytes) : peers.open(rank, receiving, batch, this::takePushed, bytes);
        endpoint = peer.endpoint();
        receive = receiving.from(endpoint, peers);
        outbox = shared ? peer.outbox() : peer.connect();
        out = rank.allocate("direct", bytes);
        next = out.duplicate();
        in = rank.allocate("direct", bytes);
        fill(rank);
        rank.selfCheck(this);
    }

    /** Lets the iteration's first message find its receiver ready, and threads of a rank begin together. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration, OpTimes times) {
        left = iteration.getBatchSize();
        marks = times;
        batch.begin(left);
        rank.comm().barrier();
        rank.awaitThreads();
    }

    /** One exchange of this thread; what it waits for the others in the end is in the score, and in no histogram. */
    @Benchmark
    public void exchange(Rank rank, OpTimes times) throws IOException {
        if (pushes) {
            if (batch.isBeginning()) {
                outbox.send(out);
            }
            batch.call();
        } else {
            if (inTurn) {
                inTurn();
            } else {
                outbox.send(out);
                received = receive.into(in);
            }
            times.mark();
        }
        if (--left == 0) {
            rank.awaitThreads();
        }
    }

    private void inTurn() throws IOException {
        received = -1;
        boolean sent = false;
        while (!sent || received < 0) {
            boolean moved = !sent && outbox.offer(out);
            sent |= moved;
            if (received < 0) {
                moved |= endpoint.poll(receiver, 1) > 0;
            }
            if (!moved) {
                Thread.yield();
            }
        }
        outbox.flush();
    }

    /** By the transport's thread: what has come lets the next one go. */
    private void takePushed(ByteBuffer message, long sender) throws IOException {
        take(message, sender);
        marks.mark();
        if (batch.next()) {
            outbox.send(next);
        }
    }

    private void take(ByteBuffer message, long sender) {
        received = message.remaining();
        in.put(0, message, message.position(), received);
    }

    /** Closes both ends. */
    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    /** A number for every thread, so that none can stand in for another, unless any may. */
    private int sender(Rank rank, int from) {
        return from + (shared ? 0 : rank.thread() * rank.size());
    }

    @Override
    public void fill(Rank rank) {
        received = -1;
        Contents.put(out, sender(rank, rank.rank()));
        Contents.putNone(in, sender(rank, peer.pair().peer()));
    }

    @Override
    public void check(Rank rank) {
        Contents.requireLength(bytes, received);
        int from = peer.pair().peer();
        Contents.require(in, sender(rank, from), "rank " + from + ", thread " + (shared ? "any" : rank.thread()));
        Contents.require(out, sender(rank, rank.rank()));
    }
}
