package dev.lockstep.collectives;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.Synchronised;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The root gets {@code bytes} of elements, combined of all ranks; one op is one reduction that this rank has
 * finished its part of.
 *
 * <p>Run it: {@code ./lockstep run collectives.ReduceB --comm local,openmpi --ranks 2}. Read it: microseconds, the
 * mean over ranks, as {@code osu_reduce}, whose elements are {@code char} unless it is told {@code -T mpi_float}. A
 * rank that is not the root may be done when its elements are buffered.
 */
@RequiresCapability(Capability.REDUCE)
public class ReduceBenchmark extends Reduction {
    /** The root: a rank, or {@code rotate} for another one each time. */
    @Param("0")
    String root;

    @Setup
    @Override
    public void allocate(Rank rank) {
        combine();
        prepare(rank, Shape.REDUCE, root);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("reduce")
    public void reduce(Synchronised sync, Rank rank) {
        rank.comm().reduce(contribution, result, elements, reduction, rootRank);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iReduce(contribution, result, elements, reduction, rootRank);
    }
}
