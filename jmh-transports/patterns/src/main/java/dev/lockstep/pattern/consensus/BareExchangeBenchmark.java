package dev.lockstep.pattern.consensus;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * The messages of a round and nothing else: one thread sends and receives bare bytes over connections that are kept. The
 * other steps of the cost ladder add one thing each to it; see {@link RoundBenchmark}.
 *
 * <p>Run it: {@code ./lockstep run pattern.consensus --transport socket --comm none --ranks 1 --ops 500 --forks 10}, with the
 * other steps and the whole.
 *
 * <p>Read it: the bottom of the ladder; what
 * {@link ConsensusRoundBenchmark} takes above it is threads, connections, marshalling, and what these do to each other.
 */
@Combinations(Consensus.class)
public class BareExchangeBenchmark extends RoundBenchmark {
    @Override
    Role<?> role(Rank rank, Peers peers) throws IOException {
        return new Role<>(rank, peers, Threading.EVENT_LOOP, false, BareForm::new);
    }

    /**
     * One round.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "consensus", stage = "base")
    public void round(Rank rank, OpTimes times) throws IOException {
        round(times);
    }
}
