package dev.lockstep.pattern.consensus;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.Codecs;
import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
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
import org.openjdk.jmh.infra.IterationParams;

/**
 * A round, with more or less of what it costs: the leader, rank 0, pings all roles, itself included, and each answers with a
 * pong; one op is one round. A role is a rank, of which there are 1 to 10. Messages have 353 bytes, those of an object as
 * JSON or as many bare ones, and the contents of each are checked when it is read.
 *
 * <p>The score is the time from the first ping to the last pong, by the leader's clock. Secondary metrics are that from each
 * ping to its pong: {@code pointToPoint}, the mean, {@code pointToPoint.p50}, {@code .p99} and {@code .max}.
 */
@OwnTransport
@Scored(Scored.Ranks.FIRST)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = RoundBenchmark.WARMUP)
@Measurement(iterations = 10, batchSize = RoundBenchmark.BATCH)
@OperationsPerInvocation(RoundBenchmark.BATCH)
@Fork(2)
@Threads(2)
public abstract class RoundBenchmark implements SelfCheck {
    /** The paper's rounds of warm-up. */
    static final int WARMUP = 100;

    /** The paper's rounds under load. */
    static final int BATCH = 500;

    private static final double NANOS_PER_MICRO = 1000;

    private Role<?> role;
    private int rounds;
    private long doneBefore;

    RoundBenchmark() {}

    /** Opens the roles, and connects them. */
    @Setup
    public void open(Rank rank, Peers peers) throws IOException {
        role = role(rank, peers);
        fill(rank);
        rank.selfCheck(this);
    }

    /** The role of a rank, with the costs that this benchmark has. */
    abstract Role<?> role(Rank rank, Peers peers) throws IOException;

    static Supplier<Form<PingMessage>> objects(String codec) {
        CodecProvider provider = Codecs.discover().require(codec);
        return () -> new ObjectForm(provider.codec(PingMessage.class));
    }

    /** Tells how many rounds the iteration has. */
    @Setup(Level.Iteration)
    public void begin(IterationParams iteration) {
        rounds = iteration.getBatchSize();
        role.begin(rounds);
    }

    /** One round. */
    final void round(OpTimes times) throws IOException {
        role.round(times);
    }

    /** Reports the times by the leader's clock. */
    @TearDown(Level.Iteration)
    public void report(Rank rank) throws IOException {
        if (rank.rank() > 0) {
            return;
        }
        Histogram pings = role.takePointToPoint();
        rank.score((double) role.takeRoundNanos() / rounds);
        rank.report("pointToPoint", pings.getMean() / NANOS_PER_MICRO, "us/op");
        rank.report("pointToPoint.p50", pings.getValueAtPercentile(50) / NANOS_PER_MICRO, "us/op");
        rank.report("pointToPoint.p99", pings.getValueAtPercentile(99) / NANOS_PER_MICRO, "us/op");
        rank.report("pointToPoint.max", pings.getMaxValue() / NANOS_PER_MICRO, "us/op");
    }

    /** Ends all threads and connections. */
    @TearDown
    public void close(Rank rank, Peers peers) throws IOException {
        role.close(rank, peers);
    }

    @Override
    public void fill(Rank rank) {
        doneBefore = role.done();
    }

    /** All that is read is compared with what was sent: a round that is over is one whose messages were right. */
    @Override
    public void check(Rank rank) {
        if (role.done() == doneBefore) {
            throw new IllegalStateException("rank " + rank.rank() + " has seen no round");
        }
    }
}
