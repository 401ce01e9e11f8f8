package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.process.PeerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long it takes a sender to learn that its peer was killed, over any transport between processes; one op begins with
 * {@code kill -9} and ends with the first {@code send} that fails. In between it sends, one byte after the other. The even
 * rank has a peer of its own for each op, a process that has answered a message before. The odd rank does nothing, and is not
 * scored: another process that starts meanwhile would be in the time.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar KilledPeer -t 2}; {@code ./lockstep run
 * KilledPeer --transport shm,socket,socket-open-close,nio,uds --ranks 2}.
 *
 * <p>Read it: milliseconds, of which the system takes some to end a process. With {@code socket-open-close} each message
 * finds out for itself; on a connection that is kept open a message may leave after the peer has gone, and only the next
 * ones fail. That the same holds between hosts, where a machine may vanish without a word, is not measured here.
 */
@OwnTransport
@Scored(Scored.Ranks.EVEN)
@Combinations(Carried.Killing.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, batchSize = KilledPeerBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = KilledPeerBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class KilledPeerBenchmark implements SelfCheck {
    static final int BATCH = 1;

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int BYTES = 1;

    private Peer peer;
    private PeerProcess victim;
    private Outbox outbox;
    private ByteBuffer message;
    private boolean first;
    private boolean learned;

    /** Opens an endpoint for the victims' answers. */
    @Setup
    public void open(Rank rank, Peers peers) throws IOException {
        peer = peers.open(rank, BYTES);
        first = peer.pair().first();
        message = rank.allocate("direct", BYTES);
        rank.selfCheck(this);
    }

    /** Starts a process, and sees that it is there. */
    @Setup(Level.Invocation)
    public void start(Rank rank, Peers peers) throws IOException {
        if (!first) {
            return;
        }
        victim = peers.another(rank, peer, BYTES);
        outbox = peer.endpoint().connect(victim.said(), LIMIT_NANOS);
        outbox.send(message);
        Contents.requireLength(BYTES, peer.endpoint().receive(message, 0));
    }

    /**
     * From the kill to the failure.
     *
     * @param rank makes JMH run this in ranks
     * @return how many messages were sent in vain
     */
    @Benchmark
    public long learn(Rank rank) {
        if (!first) {
            learned = true;
            return 0;
        }
        long sent = 0;
        long begin = System.nanoTime();
        victim.kill();
        try {
            while (System.nanoTime() - begin < LIMIT_NANOS) {
                outbox.send(message);
                sent++;
            }
        } catch (IOException gone) {
            learned = true;
            return sent;
        }
        throw new IllegalStateException(
                "the peer was killed, and " + sent + " messages in " + LIMIT_NANOS / 1_000_000_000 + " s did not fail");
    }

    /** Clears away what the killed one has left. */
    @TearDown(Level.Invocation)
    public void clear() throws IOException {
        if (first) {
            outbox.close();
            victim.close();
        }
    }

    /** Closes the endpoint. */
    @TearDown
    public void close(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    @Override
    public void fill(Rank rank) {
        learned = false;
    }

    @Override
    public void check(Rank rank) {
        if (!learned) {
            throw new IllegalStateException("no send has failed");
        }
    }
}
