package dev.lockstep.pattern.pubsub;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.pattern.Connection;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * A {@linkplain BarePublishBenchmark bare exchange} with a connection for each message. One step of the cost ladder.
 *
 * <p>Run it: {@code ./lockstep run pattern.pubsub --transport socket --comm none --ranks 2 --ops 500 --forks 10}, with
 * the other steps and the whole.
 *
 * <p>Read it: what it takes above the bare exchange is that of connecting, accepting and closing, and of the memory that a connection takes.
 */
@Combinations(Published.Connections.class)
public class PublishWithConnectionsBenchmark extends PublishBenchmark {
    /** {@code perMessage}. */
    @Param("perMessage")
    String connection;

    @Override
    Exchange<?> exchange(Rank rank, Peers peers) throws IOException {
        return bare(rank, peers, new Direct.Way(Connection.isPerMessage(connection), false));
    }

    /**
     * One message to and fro: two operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "pubsub", stage = "plus-connections")
    public void pingPong(Rank rank, OpTimes times) throws IOException {
        pingPong(times);
    }
}
