package dev.lockstep.pattern.pubsub;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
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
 * A ping-pong by topics, with more or less of what it costs: a producer publishes a message of {@code bytes}, all who
 * have subscribed answer with its body, and then the next one goes; one op is a message one way, half of that. The score
 * is rank 0's time: who answers is done when its answer is on its way.
 */
@OwnTransport
@Scored(Scored.Ranks.FIRST)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = PublishBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = PublishBenchmark.BATCH)
@OperationsPerInvocation(PublishBenchmark.BATCH * PublishBenchmark.MESSAGES)
@Fork(2)
@Threads(2)
public abstract class PublishBenchmark implements SelfCheck {
    static final int BATCH = 500;

    /** Messages one after the other in one call of the benchmark method. */
    static final int MESSAGES = 2;

    /** The mediator of all benchmarks that do not ask for another. */
    static final String MEDIATOR = "tcp";

    /** A local network, or two sites that HTTP joins. */
    static final String LAN = "lan";

    static final String WAN = "wan";

    /** {@code lan}; or {@code wan}, where the whole alone is measured. */
    @Param(LAN)
    String network = LAN;

    /** The size of a body. */
    @Param("1024")
    int bytes;

    private Exchange<?> exchange;

    PublishBenchmark() {}

    /** Subscribes, and finds those who have. */
    @Setup
    public void open(Rank rank, Peers peers) throws IOException {
        exchange = exchange(rank, peers);
        rank.selfCheck(this);
    }

    /** The exchange of a rank, with the costs that this benchmark has. */
    abstract Exchange<?> exchange(Rank rank, Peers peers) throws IOException;

    /** Bare bytes of one producer. */
    final Exchange<?> bare(Rank rank, Peers peers, Direct.Way way) throws IOException {
        return new Exchange<>(
                rank, peers, new BareFormat(bytes, way.buffered()), bytes, new Exchange.Plan(1, way, MEDIATOR, false));
    }

    /** Objects that are marshalled. */
    final Exchange<?> marshalled(Rank rank, Peers peers, Exchange.Plan plan) throws IOException {
        return new Exchange<>(
                rank, peers, new Message.Marshalled(bytes, plan.way().buffered()), bytes, plan);
    }

    /** Lets the iteration's first message find those who have subscribed ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank) {
        rank.comm().barrier();
    }

    /** One message to and fro. */
    final void pingPong(OpTimes times) throws IOException {
        exchange.pingPong();
        times.mark();
    }

    /** Ends all threads and connections, and the mediator. */
    @TearDown
    public void close(Rank rank, Peers peers) throws IOException {
        exchange.close(rank, peers);
    }

    @Override
    public void fill(Rank rank) {
        exchange.fill();
    }

    @Override
    public void check(Rank rank) {
        exchange.check();
    }
}
