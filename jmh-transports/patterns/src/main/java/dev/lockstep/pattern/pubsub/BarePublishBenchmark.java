package dev.lockstep.pattern.pubsub;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * The messages of a ping-pong by topics and nothing else: one thread sends and receives bare bytes over connections
 * that are kept. It is the bare socket of the paper, if that is the transport. The other steps of the cost ladder add
 * one thing each to it.
 *
 * <p>Run it: {@code ./lockstep run pattern.pubsub --transport socket --comm none --ranks 2 --ops 500 --forks 10}, with
 * the other steps and the whole.
 *
 * <p>Read it: the bottom of the ladder; what {@link PublishSubscribeBenchmark} takes above it is marshalling, buffers,
 * connections, and what these do to each other. Its bandwidth is the denominator of a share.
 */
@Combinations(Published.Alone.class)
public class BarePublishBenchmark extends PublishBenchmark {
    @Override
    Exchange<?> exchange(Rank rank, Peers peers) throws IOException {
        return bare(rank, peers, new Direct.Way(false, false));
    }

    /**
     * One message to and fro: two operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "pubsub", stage = "base")
    public void pingPong(Rank rank, OpTimes times) throws IOException {
        pingPong(times);
    }
}
