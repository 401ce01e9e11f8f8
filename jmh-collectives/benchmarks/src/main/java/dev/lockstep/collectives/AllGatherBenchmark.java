package dev.lockstep.collectives;

import dev.lockstep.collectives.algorithms.Algorithm;
import dev.lockstep.collectives.algorithms.Algorithms;
import dev.lockstep.collectives.algorithms.AllGatherAlgorithm;
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
 * Every rank gets {@code bytes} from each rank; one op is one allgather that this rank has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run AllGatherB --comm local,openmpi --ranks 2}. Read it: microseconds, the mean over
 * ranks, as {@code osu_allgather}. A rank gets {@code bytes} times ranks in all.
 */
@RequiresCapability(Capability.ALL_GATHER)
@Combinations(CollectiveRule.AllGather.class)
public class AllGatherBenchmark extends Collective {
    /** Who makes it: the communicator\'s {@code library}, or an algorithm over its messages: {@code tuned}, {@code ring} … */
    @Param(CollectiveRule.LIBRARY)
    String algorithm;

    @Setup
    @Override
    public void allocate(Rank rank) {
        by(rank, algorithm, name -> Algorithms.DEFAULT.with(Algorithm.parse(AllGatherAlgorithm.class, name)));
        prepare(rank, Shape.ALL_GATHER, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("allgather")
    public void allGather(Synchronised sync, Rank rank) {
        collectives.allGather(contribution, result);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iAllGather(contribution, result);
    }
}
