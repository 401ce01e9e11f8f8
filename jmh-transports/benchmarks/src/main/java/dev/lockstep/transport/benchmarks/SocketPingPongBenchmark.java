package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Rendezvous;
import dev.lockstep.harness.SelfCheck;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
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

/**
 * A message of {@code bytes} to and fro over {@link java.net.Socket}s with {@code TCP_NODELAY}; one op is one message
 * one way, half a round trip. The exchange and the pairs are {@link PingPongBenchmark}'s; the communicator only holds
 * the ranks together.
 *
 * <p>{@code connection=open} keeps one connection; {@code connection=perMessage} opens and closes one for each message:
 * connect, write and close, against accept, read and close. That is Boysan's (2018) pair of tests, with two
 * differences. The receiver closes by a reset ({@link PerMessageWire} says why), so no op waits for, or pays for, a
 * TIME-WAIT; the sender's part is as in the paper. And a message is read to its last byte: the paper's program calls
 * {@code read} once, so what it timed of large messages may be their first part, which matters for its finding that
 * both ways converge above 4096 bytes.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar SocketPingPong -t 2} for two threads of
 * one JVM over loopback; {@code ./lockstep run SocketPingPong --comm local,none,openmpi --ranks 2} for threads, for
 * processes without MPI, and for MPI's processes, side by side.
 *
 * <p>Read it: microseconds one way. {@code perMessage - open} is what a connection costs; beside {@code PingPong} with
 * the same {@code bytes} it tells what TCP costs over a message-passing library. Between hosts the address is that by
 * which a rank reaches the harness: see that it belongs to the network you mean. Waiting threads sleep, so scores
 * include a wake-up by the kernel and vary with its mood.
 */
@OwnTransport
@InPairs
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = SocketPingPongBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = SocketPingPongBenchmark.BATCH)
@OperationsPerInvocation(SocketPingPongBenchmark.BATCH * SocketPingPongBenchmark.MESSAGES)
@Fork(2)
@Threads(2)
public class SocketPingPongBenchmark implements SelfCheck {
    static final int BATCH = 1000;

    /** Messages in one round trip, which is one call of the benchmark method. */
    static final int MESSAGES = 2;

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Message size. */
    @Param({"16", "1024", "65536", "1048576"})
    int bytes;

    /** One connection for all messages, or one for each. */
    @Param({"open", "perMessage"})
    String connection;

    private Pair pair;
    private byte[] out;
    private byte[] in;
    private Wire wire;
    private Watchdog watchdog;

    /** Connects the pair, whose peers tell each other where they listen. */
    @Setup
    public void connect(Rank rank) throws IOException {
        pair = Pair.of(rank.rank(), rank.size());
        out = new byte[bytes];
        in = new byte[bytes];
        fill(rank);
        Rendezvous rendezvous = new Rendezvous(rank, pair.peer());
        ServerSocket listener = rendezvous.listen();
        InetSocketAddress peer = rendezvous.exchange(listener);
        wire = switch (connection) {
            case "open" -> OpenWire.connect(pair.first(), listener, peer, (int) LIMIT.toMillis());
            case "perMessage" -> new PerMessageWire(listener, peer);
            default ->
                throw new IllegalArgumentException(
                        "connection must be 'open' or 'perMessage', not '" + connection + "'");
        };
        watchdog = new Watchdog(wire, LIMIT);
        rank.selfCheck(this);
    }

    /** Lets the iteration's first message find its receiver ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank) {
        rank.comm().barrier();
        watchdog.watch(true);
    }

    /**
     * One round trip: two operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    public void pingPong(Rank rank) throws IOException {
        try {
            if (pair.first()) {
                wire.send(out);
                wire.recv(in);
            } else {
                wire.recv(in);
                wire.send(out);
            }
        } catch (IOException e) {
            throw watchdog.explain(e);
        }
        watchdog.beat();
    }

    /** The peer may take its time between iterations. */
    @TearDown(Level.Iteration)
    public void rest() {
        watchdog.watch(false);
    }

    /** Closes all sockets. */
    @TearDown
    public void disconnect() throws IOException {
        watchdog.close();
        wire.close();
    }

    @Override
    public void fill(Rank rank) {
        Contents.put(ByteBuffer.wrap(out), rank.rank());
        Contents.putNone(ByteBuffer.wrap(in), pair.peer());
    }

    @Override
    public void check(Rank rank) {
        Contents.require(ByteBuffer.wrap(in), pair.peer());
        Contents.require(ByteBuffer.wrap(out), rank.rank());
    }
}
