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
import java.util.concurrent.locks.LockSupport;
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
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;

/**
 * A request and its response over any transport that has replies, after a pause; one op is one request with its response.
 * The even rank asks, the odd one serves: it replies to each request, until the even one has done all of its calls; with
 * {@code receive=push} from the transport's own thread. The score is the even rank's time.
 *
 * <p>The pause comes before each op, and is not timed. {@code pause=none} has none, {@code sleep} a millisecond of sleep,
 * {@code compute} reads {@value #MEBIBYTES} MiB: then what a request needs is no longer in the caches near the core.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar RequestResponse -t 2} for two threads of one
 * JVM; {@code ./lockstep run RequestResponse --transport shm,socket,nio,uds --comm none} for processes.
 *
 * <p>Read it: microseconds per round trip; twice {@link TransportPingPongBenchmark}'s score is the same without a pause and
 * by {@code send} in both directions. The difference between pauses is what a program pays that does something else in
 * between; the distribution shows how regularly. The server never pauses: its caches stay warm.
 */
@OwnTransport
@InPairs
@Scored(Scored.Ranks.EVEN)
@Combinations(Carried.Replying.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = RequestResponseBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = RequestResponseBenchmark.BATCH)
@OperationsPerInvocation(RequestResponseBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class RequestResponseBenchmark implements SelfCheck {
    static final int BATCH = 100;

    /** More than the caches of a core. */
    static final int MEBIBYTES = 8;

    private static final long SLEEP_NANOS = 1_000_000;

    /** Message size, of requests and of responses. */
    @Param({"16", "1024"})
    int bytes;

    /** Before each request: {@code none}, {@code sleep} or {@code compute}. */
    @Param({"none", "sleep", "compute"})
    String pause;

    private long[] memory;
    private boolean sleeps;
    private Peer peer;
    private Outbox outbox;
    private boolean first;
    private Receiving.Style receive;
    private final Batch batch = new Batch();
    private boolean pushes;
    private ByteBuffer request;
    private ByteBuffer response;
    private int received;

    /** Connects the pair. */
    @Setup
    public void connect(Rank rank, Peers peers, Receiving receiving) throws IOException {
        memory = switch (pause) {
            case "none", "sleep" -> new long[0];
            case "compute" -> new long[MEBIBYTES << 17];
            default ->
                throw new IllegalArgumentException("pause must be 'none', 'sleep' or 'compute', not '" + pause + "'");
        };
        pushes = receiving.pushes();
        peer = peers.open(rank, receiving, batch, this::take, bytes);
        receive = receiving.from(peer.endpoint(), peers);
        first = peer.pair().first();
        sleeps = first && pause.equals("sleep");
        memory = first ? memory : new long[0];
        outbox = first ? peer.connect() : null;
        request = rank.allocate("direct", bytes);
        response = rank.allocate("direct", bytes);
        fill(rank);
        rank.selfCheck(this);
    }

    /** Begins together with the other ranks. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration) {
        batch.begin(iteration.getBatchSize());
        rank.comm().barrier();
    }

    /** The pause; a server has none. */
    @Setup(Level.Invocation)
    public void pause(Blackhole blackhole) {
        if (sleeps) {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
        long sum = 0;
        for (int i = 0; i < memory.length; i++) {
            sum += memory[i];
        }
        blackhole.consume(sum);
    }

    /**
     * One round trip: the server's part of it is to answer with what it was asked.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    public void request(Rank rank, OpTimes times) throws IOException {
        if (first) {
            times.start();
            received = outbox.request(request, response, 0);
            times.mark();
        } else if (pushes) {
            batch.call();
        } else {
            received = receive.into(response);
            reply(receive.sender());
        }
    }

    /** By the transport's thread, of the server alone. */
    private void take(ByteBuffer message, long sender) throws IOException {
        received = message.remaining();
        response.put(0, message, message.position(), received);
        reply(sender);
        batch.next();
    }

    private void reply(long sender) throws IOException {
        peer.endpoint().reply(sender, response.limit(received));
        response.clear();
    }

    /** Closes both ends. */
    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    @Override
    public void fill(Rank rank) {
        received = -1;
        Contents.put(request, client(rank));
        Contents.putNone(response, client(rank));
    }

    @Override
    public void check(Rank rank) {
        Contents.requireLength(bytes, received);
        Contents.require(response, client(rank), "rank " + client(rank) + (first ? ", and back," : ""));
    }

    private int client(Rank rank) {
        return first ? rank.rank() : peer.pair().peer();
    }
}
