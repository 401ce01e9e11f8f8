package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.SelfCheck;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A message of {@code bytes} to and fro over the communicator, by blocking send and receive; one op is one message one
 * way, half a round trip. It is {@code osu_latency}'s exchange: the even rank sends and receives, the odd one receives
 * and sends, without a pause.
 *
 * <p>Rank 2i plays with rank 2i + 1. With 2 ranks that is the classic latency test; with 4 or more it is
 * {@code osu_multi_lat}, whose pairs share what lies between them. An odd number of ranks is refused.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar benchmarks.PingPong -t 2} for two ranks
 * that are threads of one JVM; {@code ./lockstep run transport.benchmarks.PingPong --comm local,openmpi --ranks 2} for
 * threads and for MPI ranks side by side. (Without {@code transport.benchmarks.} the pattern finds {@link
 * TransportPingPongBenchmark} as well.)
 *
 * <p>Read it: microseconds one way, comparable to what {@code osu_latency} prints. At small sizes it is overhead per
 * message; where it begins to grow with {@code bytes}, bandwidth; a step in between is the change from eager to
 * rendezvous. With {@code comm=local} a message is one copy between two threads. Ranks that wait spin, so more ranks
 * than cores measure the scheduler.
 */
@InPairs
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = PingPongBenchmark.BATCH)
@Measurement(iterations = 20, batchSize = PingPongBenchmark.BATCH)
@OperationsPerInvocation(PingPongBenchmark.BATCH * PingPongBenchmark.MESSAGES)
@Fork(2)
@Threads(2)
public class PingPongBenchmark implements SelfCheck {
    static final int BATCH = 1000;

    /** Messages in one round trip, which is one call of the benchmark method. */
    static final int MESSAGES = 2;

    private static final int TAG = 1;

    /** Message size. */
    @Param({"16", "1024", "65536", "1048576"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    private Pair pair;
    private ByteBuffer out;
    private ByteBuffer in;

    /** Writes both buffers too: pages never written all read from one shared page of zeros, faster than real ones. */
    @Setup
    public void allocate(Rank rank) {
        pair = Pair.of(rank.rank(), rank.size());
        out = rank.allocate(buffer, bytes);
        in = rank.allocate(buffer, bytes);
        fill(rank);
        rank.selfCheck(this);
    }

    /**
     * Lets the iteration's first message find its receiver ready: ranks enter an iteration as far apart as a thousand
     * small messages take.
     */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank) {
        rank.comm().barrier();
    }

    /** One round trip: two operations. */
    @Benchmark
    @Reference("ping-pong")
    @Reported(section = "messages", stage = "one-way")
    public void pingPong(Rank rank, OpTimes times) {
        Communicator comm = rank.comm();
        if (pair.first()) {
            comm.send(out, pair.peer(), TAG);
            comm.recv(in, pair.peer(), TAG);
        } else {
            comm.recv(in, pair.peer(), TAG);
            comm.send(out, pair.peer(), TAG);
        }
        times.mark();
    }

    @Override
    public void fill(Rank rank) {
        Contents.put(out, rank.rank());
        Contents.putNone(in, pair.peer());
    }

    @Override
    public void check(Rank rank) {
        Contents.require(in, pair.peer());
        Contents.require(out, rank.rank());
    }
}
