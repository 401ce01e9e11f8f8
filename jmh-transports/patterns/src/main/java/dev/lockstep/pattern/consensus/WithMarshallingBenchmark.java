package dev.lockstep.pattern.consensus;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * A {@linkplain BareExchangeBenchmark bare exchange} of objects, which a codec marshals. One step of the cost ladder.
 *
 * <p>Run it: {@code ./lockstep run pattern.consensus --transport socket --comm none --ranks 1 --ops 500 --forks 10}, with the
 * other steps and the whole.
 *
 * <p>Read it: what it takes above the bare exchange is that of making objects, encoding and decoding them.
 */
@Combinations(Consensus.class)
public class WithMarshallingBenchmark extends RoundBenchmark {
    /** The name of a codec. */
    @Param("json-string")
    String codec;

    @Override
    Role<?> role(Rank rank, Peers peers) throws IOException {
        return new Role<>(rank, peers, Threading.EVENT_LOOP, false, objects(codec));
    }

    /**
     * One round.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "consensus", stage = "plus-marshalling")
    public void round(Rank rank, OpTimes times) throws IOException {
        round(times);
    }
}
