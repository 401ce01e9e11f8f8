package dev.lockstep.collectives;

import dev.lockstep.collectives.algorithms.Algorithm;
import dev.lockstep.collectives.algorithms.Algorithms;
import dev.lockstep.collectives.algorithms.BroadcastAlgorithm;
import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.Synchronised;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Broadcast of {@code bytes} from the root; one op is one broadcast that this rank has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run Broadcast --comm local,openmpi --ranks 2}. Read it: microseconds, the mean over
 * ranks, as OSU's {@code osu_bcast} prints under "Avg". The root may be done when its message is buffered, long
 * before the last rank has it, so the mean flatters small messages: the slowest-rank columns of {@code lockstep}
 * tell when all had it. More ranks than cores measure the scheduler.
 */
@RequiresCapability(Capability.BROADCAST)
@Combinations(CollectiveRule.Broadcast.class)
public class BroadcastBenchmark extends Collective {
    /** The root: a rank, or {@code rotate} for another one each time. */
    @Param("0")
    String root;

    /** Who makes it: the communicator\'s {@code library}, or an algorithm over its messages: {@code tuned}, {@code chain} … */
    @Param(CollectiveRule.LIBRARY)
    String algorithm;

    @Setup
    @Override
    public void allocate(Rank rank) {
        by(rank, algorithm, name -> Algorithms.DEFAULT.with(Algorithm.parse(BroadcastAlgorithm.class, name)));
        prepare(rank, Shape.BROADCAST, root);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("bcast")
    public void broadcast(Synchronised sync, Rank rank) {
        collectives.bcast(result, rootRank);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iBcast(result, rootRank);
    }
}
