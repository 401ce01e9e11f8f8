package dev.lockstep.pattern;

import dev.lockstep.codec.benchmarks.EncodedSizes;
import dev.lockstep.codec.benchmarks.Subject;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Profiled;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.benchmarks.Peer;
import dev.lockstep.transport.benchmarks.Peers;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An object from rank to rank: encoded, sent over any transport, received, decoded; one op is one object one way, half a
 * round trip. Rank 2i plays with rank 2i + 1. All ranks send equal objects, of which {@link EncodedSizes} tells the size,
 * each into a buffer that is reused, and with a codec of its own.
 *
 * <p>Run it: {@code java -jar jmh-transports/patterns/target/benchmarks.jar EncodeSendDecode -p payload=ping -p
 * transport=socket -t 2} for two threads of one JVM; {@code ./lockstep run EncodeSendDecode --transport socket --comm
 * local,none,openmpi -p payload=ping} for threads, processes, and MPI's processes, side by side; {@code --transport
 * communicator} for MPI's messages.
 *
 * <p>Read it: microseconds one way, by the clock of the even ranks. {@code codec=empty} sends a message without contents, and so is what the transport costs
 * without any marshalling; what a codec has above that is its encoding, its decoding, and the bytes it sends. Whether it
 * matters which codec that is, is seen here and not in {@link dev.lockstep.codec.benchmarks.EncodeBenchmark}. Where waiting
 * threads sleep, scores include a wake-up by the kernel and vary with its mood.
 */
@InPairs
@Scored(Scored.Ranks.EVEN)
@OwnTransport
@Combinations(Marshalled.class)
@Profiled({"gc", EncodedSizes.NAME})
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = EncodeSendDecodeBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = EncodeSendDecodeBenchmark.BATCH)
@OperationsPerInvocation(EncodeSendDecodeBenchmark.BATCH * EncodeSendDecodeBenchmark.MESSAGES)
@Fork(2)
@Threads(2)
public class EncodeSendDecodeBenchmark implements SelfCheck {
    static final int BATCH = 1000;

    /** Messages in one round trip, which is one call of the benchmark method. */
    static final int MESSAGES = 2;

    private Peer peer;
    private Outbox outbox;
    private boolean first;
    private Subject subject;
    private ByteBuffer out;
    private ByteBuffer in;
    private Object received;

    /** Connects the pair. */
    @Setup
    public void connect(Rank rank, Peers peers, Subject mine) throws IOException {
        subject = mine;
        peer = peers.open(rank, mine.length());
        first = peer.pair().first();
        outbox = peer.connect();
        out = rank.allocate("direct", mine.length());
        in = rank.allocate("direct", mine.length());
        rank.selfCheck(this);
    }

    /** Lets the iteration's first message find its receiver ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank) {
        rank.comm().barrier();
    }

    /**
     * One round trip: two operations.
     *
     * @param rank makes JMH run this in ranks
     * @param times for its distribution
     * @return what was received last
     * @throws IOException if the peer is gone
     */
    @Benchmark
    @Reported(section = "serialization", stage = "exchange")
    public Object encodeSendDecode(Rank rank, OpTimes times) throws IOException {
        if (first) {
            send();
            receive();
        } else {
            receive();
            send();
        }
        times.mark();
        return received;
    }

    private void send() throws IOException {
        subject.codec().encode(subject.value(), out.clear());
        outbox.send(out.flip());
    }

    private void receive() throws IOException {
        int length = peer.endpoint().receive(in.clear(), 0);
        received = subject.codec().decode(in.limit(length));
    }

    /** Closes both ends. */
    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    @Override
    public void fill(Rank rank) {
        received = null;
        for (int i = 0; i < in.capacity(); i++) {
            in.put(i, (byte) 0);
        }
    }

    @Override
    public void check(Rank rank) {
        if (received == null) {
            throw new IllegalStateException(
                    "rank " + peer.pair().peer() + " sent " + subject.value() + ", and nothing was received");
        }
        subject.requireBack(received);
    }
}
