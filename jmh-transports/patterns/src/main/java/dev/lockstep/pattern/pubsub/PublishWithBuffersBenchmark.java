package dev.lockstep.pattern.pubsub;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * A {@linkplain BarePublishBenchmark bare exchange} through buffers: a queue and a thread that sends, and a thread
 * that receives and a queue. One step of the cost ladder.
 *
 * <p>Run it: {@code ./lockstep run pattern.pubsub --transport socket --comm none --ranks 2 --ops 500 --forks 10}, with
 * the other steps and the whole.
 *
 * <p>Read it: what it takes above the bare exchange is that of handing over between threads, twice for each message,
 * and of keeping what has come.
 */
@Combinations(Published.Step.class)
public class PublishWithBuffersBenchmark extends PublishBenchmark {
    @Override
    Exchange<?> exchange(Rank rank, Peers peers) throws IOException {
        return bare(rank, peers, new Direct.Way(false, true));
    }

    /**
     * One message to and fro: two operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "pubsub", stage = "plus-buffers")
    public void pingPong(Rank rank, OpTimes times) throws IOException {
        pingPong(times);
    }
}
