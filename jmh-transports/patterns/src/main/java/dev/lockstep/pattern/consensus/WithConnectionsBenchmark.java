package dev.lockstep.pattern.consensus;

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
 * A {@linkplain BareExchangeBenchmark bare exchange} whose messages have a connection each. One step of the cost ladder.
 *
 * <p>Run it: {@code ./lockstep run pattern.consensus --transport socket --comm none --ranks 1 --ops 500 --forks 10}, with the
 * other steps and the whole.
 *
 * <p>Read it: what it takes above the bare exchange is that of connecting, accepting and closing.
 */
@Combinations(Consensus.Connections.class)
public class WithConnectionsBenchmark extends RoundBenchmark {
    /** {@code perMessage}, what this step is about. */
    @Param(Connection.PER_MESSAGE)
    String connection;

    @Override
    Role<?> role(Rank rank, Peers peers) throws IOException {
        return new Role<>(rank, peers, Threading.EVENT_LOOP, Connection.isPerMessage(connection), BareForm::new);
    }

    /**
     * One round.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "consensus", stage = "plus-connections")
    public void round(Rank rank, OpTimes times) throws IOException {
        round(times);
    }
}
