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
 * Every rank gets a block of its own length from each rank; one op is one allgather that this rank has finished its
 * part of.
 *
 * <p>Run it: {@code ./lockstep run AllGatherv --comm local,openmpi --ranks 2}. Read it: as {@link
 * AllGatherBenchmark}. With {@code blocks=uneven} the longest block decides for many algorithms.
 */
@RequiresCapability(Capability.ALL_GATHER)
@Combinations(CollectiveRule.AllGather.class)
public class AllGathervBenchmark extends Collective {
    /** Lengths of blocks: {@code equal}, as OSU and IMB have them, or {@code uneven}: the longer, the higher the rank. */
    @Param("equal")
    String blocks;

    /** Who makes it: the communicator\'s {@code library}, or an algorithm over its messages: {@code tuned}, {@code ring} … */
    @Param(CollectiveRule.LIBRARY)
    String algorithm;

    @Setup
    @Override
    public void allocate(Rank rank) {
        by(rank, algorithm, name -> Algorithms.DEFAULT.with(Algorithm.parse(AllGatherAlgorithm.class, name)));
        layOut(blocks);
        prepare(rank, Shape.ALL_GATHER, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("allgatherv")
    public void allGatherv(Synchronised sync, Rank rank) {
        collectives.allGatherv(contribution, result, counts, displacements);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iAllGatherv(contribution, result, counts, displacements);
    }
}
