package dev.lockstep.pattern.pubsub;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * A {@linkplain BarePublishBenchmark bare exchange} of messages that name their topic, publisher and number, and are
 * marshalled into memory of their own. One step of the cost ladder.
 *
 * <p>Run it: {@code ./lockstep run pattern.pubsub --transport socket --comm none --ranks 2 --ops 500 --forks 10}, with
 * the other steps and the whole.
 *
 * <p>Read it: what it takes above the bare exchange is that of making messages, marshalling and unmarshalling them.
 */
@Combinations(Published.Alone.class)
public class PublishWithMarshallingBenchmark extends PublishBenchmark {
    @Override
    Exchange<?> exchange(Rank rank, Peers peers) throws IOException {
        return marshalled(rank, peers, new Exchange.Plan(1, new Direct.Way(false, false), MEDIATOR, false));
    }

    /**
     * One message to and fro: two operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "pubsub", stage = "plus-marshalling")
    public void pingPong(Rank rank, OpTimes times) throws IOException {
        pingPong(times);
    }
}
