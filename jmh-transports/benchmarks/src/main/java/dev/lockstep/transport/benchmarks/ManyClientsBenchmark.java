package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Combinations;
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
 * One server and N clients, over any transport that has replies and many senders to one endpoint; one op is one request of
 * one client with its response. Each client asks again as soon as it has its answer. Clients are all threads of all ranks
 * but the first: {@code --ranks 2 --threads 1,2,4,8} has so many in one process, {@code --ranks 2,3,5,9} as many processes.
 * The server is one thread of rank 0, which answers with what it was asked; with {@code receive=push} from the transport's
 * own. The score is the clients' time.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar ManyClients -t 3} for two clients in one JVM;
 * {@code ./lockstep run ManyClients --transport shm,nio,uds --comm none --threads 1,2,4,8}.
 *
 * <p>Read it: microseconds from a request to its response, as a client sees it. N over the score is what the server answers
 * in a microsecond: once that grows no more, further clients only wait. The distribution has every request of every client
 * and a histogram for each client: whether one starves. It takes a core for the server, and one for each client; with more
 * threads the server's idle ones are counted as well where a cell is marked as oversubscribed.
 */
@OwnTransport
@Scored(Scored.Ranks.CLIENTS)
@Combinations(Carried.Serving.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = ManyClientsBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = ManyClientsBenchmark.BATCH)
@OperationsPerInvocation(ManyClientsBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class ManyClientsBenchmark implements SelfCheck {
    static final int BATCH = 256;

    /** Message size, of requests and of responses. */
    @Param("64")
    int bytes;

    private Peer peer;
    private Outbox outbox;
    private Receiving.Style receive;
    private final Batch batch = new Batch();
    private boolean pushes;
    /** Whether it is the server's one thread; others of its rank do nothing. */
    private boolean serves;

    private int clients;
    private ByteBuffer request;
    private ByteBuffer response;
    private int received;
    private int served;

    /** Opens the server's endpoint, and connects each client. */
    @Setup
    public void connect(Rank rank, Peers peers, Receiving receiving) throws IOException {
        serves = rank.rank() == 0 && rank.thread() == 0;
        clients = (rank.size() - 1) * rank.threads();
        pushes = receiving.pushes();
        peer = peers.toFirst(rank, receiving, batch, this::take, bytes);
        outbox = rank.rank() > 0 ? peer.connect(0) : null;
        receive = receiving.from(peer.endpoint(), peers);
        request = rank.allocate("direct", bytes);
        response = rank.allocate("direct", bytes);
        fill(rank);
        rank.selfCheck(this);
    }

    /** Lets all clients begin together, with the server. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration) {
        served = 0;
        batch.begin(iteration.getBatchSize());
        rank.comm().barrier();
        rank.awaitThreads();
    }

    /**
     * One request and its response; by the server as many as there are clients, in whatever order they come.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    public void request(Rank rank, OpTimes times) throws IOException {
        if (outbox != null) {
            received = outbox.request(request, response, 0);
            times.mark();
        } else if (serves && pushes) {
            batch.call();
        } else if (serves) {
            for (int i = 0; i < clients; i++) {
                received = receive.into(response);
                reply(receive.sender());
            }
        } else {
            received = bytes;
        }
    }

    /** By the transport's thread, or threads, of the server alone. */
    private synchronized void take(ByteBuffer message, long sender) throws IOException {
        received = message.remaining();
        response.put(0, message, message.position(), received);
        reply(sender);
        if (++served % clients == 0) {
            batch.next();
        }
    }

    private void reply(long sender) throws IOException {
        peer.endpoint().reply(sender, response.limit(received));
        response.clear();
    }

    /** Closes all ends. */
    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    /** A number for every client, so that no response can stand in for another's. */
    private static int client(Rank rank) {
        return rank.rank() + rank.thread() * rank.size();
    }

    @Override
    public void fill(Rank rank) {
        received = -1;
        Contents.put(request, client(rank));
        Contents.putNone(response, client(rank));
    }

    /** The server has the request of any of them. */
    @Override
    public void check(Rank rank) {
        Contents.requireLength(bytes, received);
        if (outbox != null) {
            Contents.require(response, client(rank), "rank 0 for thread " + rank.thread() + " of rank " + rank.rank());
        }
    }
}
