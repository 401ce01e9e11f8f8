package ${package};

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.benchmarks.Carried;
import dev.lockstep.transport.benchmarks.Peer;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
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
 * All ranks but the first send {@code bytes} to it at once; when all have come it sends back as many to each. One op is one such exchange
 * of a sender. Put your own exchange in its place.
 *
 * <pre>
 * java -jar target/benchmarks.jar run FanIn --transport mine,nio,socket --comm local,none --ranks 3
 * </pre>
 */
@OwnTransport // messages go by the transport; the communicator only lets ranks begin together
@Combinations(FanInBenchmark.Rule.class)
@Scored(Scored.Ranks.ALL_BUT_FIRST) // the first serves: its time is no score
@State(Scope.Thread) // one instance is one rank's thread
@BenchmarkMode(Mode.SingleShotTime) // ranks count operations: their clocks would not stop at the same one
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, batchSize = FanInBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = FanInBenchmark.BATCH)
@OperationsPerInvocation(FanInBenchmark.BATCH)
@Threads(3)
public class FanInBenchmark implements SelfCheck {
    static final int BATCH = 100;

    /** What it takes of a transport. One that lacks it, as socket does, is left out with its reason. */
    public static final class Rule extends Carried {
        @Override
        protected List<Capability> needs(Map<String, String> params) {
            return List.of(Capability.MANY_SENDERS);
        }
    }

    /** Message size. */
    @Param("64")
    int bytes;

    private Peer peer;
    private Outbox[] outboxes;
    private ByteBuffer out;
    private ByteBuffer in;
    private int received;

    @Setup
    public void connect(Rank rank, Peers peers) throws IOException {
        peer = peers.open(rank, bytes);
        outboxes = new Outbox[rank.rank() == 0 ? rank.size() - 1 : 1];
        for (int i = 0; i < outboxes.length; i++) {
            outboxes[i] = peer.connect(rank.rank() == 0 ? i + 1 : 0);
        }
        out = rank.allocate("direct", bytes);
        in = rank.allocate("direct", bytes);
        fill(rank); // memory that was never written reads faster than memory that was
        rank.selfCheck(this);
    }

    /** Lets the iteration's first message find its receiver ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank) {
        rank.comm().barrier();
    }

    @Benchmark
    public void exchange(Rank rank, OpTimes times) throws IOException {
        if (rank.rank() == 0) {
            for (int i = 0; i < outboxes.length; i++) {
                received = peer.endpoint().receive(in, 0);
            }
            for (Outbox outbox : outboxes) {
                outbox.send(out);
            }
        } else {
            outboxes[0].send(out);
            received = peer.endpoint().receive(in, 0);
        }
        times.mark();
    }

    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        peers.close(rank, peer);
    }

    /** Known contents in. It, one op and the check run on every rank before anything is measured. */
    @Override
    public void fill(Rank rank) {
        received = -1;
        for (int i = 0; i < bytes; i++) {
            out.put(i, content(i));
            in.put(i, (byte) ~content(i));
        }
    }

    /** Checked contents out: a benchmark that fails here gets no number. */
    @Override
    public void check(Rank rank) {
        if (received != bytes) {
            throw new IllegalStateException("a message has " + received + " bytes, not " + bytes);
        }
        for (int i = 0; i < bytes; i++) {
            if (in.get(i) != content(i)) {
                throw new IllegalStateException("byte " + i + " is " + in.get(i) + ", not " + content(i));
            }
        }
    }

    private static byte content(int i) {
        return (byte) (1 + i % 251);
    }
}
