package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.Codec;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Profiled;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Rendezvous;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.socket.SocketTransport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
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
 * An object from rank to rank: encoded, sent over a socket that stays open, received, decoded; one op is one object one way, half a round trip. Rank 2i plays with rank 2i + 1. All ranks send equal objects, of
 * which {@link EncodedSizes} tells the size, each into a buffer that is reused, and with a codec of its own.
 *
 * <p>Run it: {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar EncodeSendDecode -p payload=ping -t 2} for two threads of one JVM;
 * {@code ./lockstep run EncodeSendDecode --comm local,none,openmpi --ranks 2 -p payload=ping} for threads, processes, and MPI's processes, side by side.
 *
 * <p>Read it: microseconds one way. {@code codec=empty} sends the header of four bytes alone, and so is what the socket costs without any marshalling; what a codec has above that
 * is its encoding, its decoding, and the bytes it sends. Whether it matters which codec that is, is seen here and not in {@link EncodeBenchmark}. Waiting threads sleep, so scores include a
 * wake-up by the kernel and vary with its mood.
 */
@InPairs
@OwnTransport
@Combinations(Claimed.class)
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

    private static final long CONNECT_NANOS = 30_000_000_000L;

    private int peer;
    private boolean first;
    private Codec<Object> codec;
    private Object value;
    private ByteBuffer out;
    private ByteBuffer in;
    private Endpoint endpoint;
    private Outbox outbox;
    private Object received;

    /**
     * Connects the pair.
     *
     * @param rank tells the peer where this one listens
     * @param name of the codec
     * @param payload of the objects
     * @throws IOException if the peer cannot be reached
     */
    @Setup
    public void connect(Rank rank, CodecName name, PayloadName payload) throws IOException {
        if (rank.size() % 2 != 0) {
            throw new IllegalArgumentException("messages go to and fro in pairs: the number of ranks must be even, not "
                    + rank.size() + " (plain JMH: -t 2; lockstep: --ranks 2)");
        }
        peer = rank.rank() ^ 1;
        first = rank.rank() < peer;
        Choice choice = Choice.of(name.codec, payload.payload);
        Subject mine = new Subject();
        mine.make(choice.open(), choice.value(0));
        codec = mine.codec;
        value = mine.value;
        int bytes = mine.bytes.limit();
        int largest = Math.max(
                bytes, Integer.parseInt(rank.exchange(String.valueOf(bytes)).get(peer)));
        out = ByteBuffer.allocate(bytes);
        in = ByteBuffer.allocate(largest);
        open(rank, largest);
        rank.selfCheck(this);
    }

    /** Over the transport {@code socket}, which needs no folder. */
    private void open(Rank rank, int largest) throws IOException {
        Transport socket = new SocketTransport();
        endpoint =
                socket.open(Setting.of(socket, Path.of(""), largest).withAddress(new Rendezvous(rank, peer).address()));
        String theirs = rank.exchange(endpoint.address()).get(peer);
        outbox = endpoint.connect(theirs, CONNECT_NANOS);
    }

    /**
     * Lets the iteration's first message find its receiver ready.
     *
     * @param rank whose barrier it is
     */
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
        try {
            if (first) {
                send();
                receive();
            } else {
                receive();
                send();
            }
        } catch (IOException | RuntimeException e) {
            endpoint.close();
            throw e;
        }
        times.mark();
        return received;
    }

    private void send() throws IOException {
        codec.encode(value, out.clear());
        outbox.send(out.flip());
    }

    private void receive() throws IOException {
        int length = endpoint.receive(in.clear(), 0);
        received = codec.decode(in.limit(length));
    }

    /**
     * Closes both ends.
     *
     * @throws IOException if they cannot be closed
     */
    @TearDown
    public void disconnect() throws IOException {
        endpoint.close();
    }

    @Override
    public void fill(Rank rank) {
        received = null;
        Arrays.fill(in.array(), (byte) 0);
    }

    @Override
    public void check(Rank rank) {
        if (!value.equals(received)) {
            throw new IllegalStateException("rank " + peer + " sent " + value + ", received " + received);
        }
    }
}
