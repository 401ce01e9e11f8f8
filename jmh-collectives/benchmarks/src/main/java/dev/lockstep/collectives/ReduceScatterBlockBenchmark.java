package dev.lockstep.collectives;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.Synchronised;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * Elements of all ranks are combined, and each rank gets {@code bytes} of them; one op is one reduce-scatter that
 * this rank has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run ReduceScatterBlock --comm local,openmpi --ranks 2}. Read it: as {@link
 * ReduceScatterBenchmark}; what counts cost is the difference to that one.
 */
@RequiresCapability(Capability.REDUCE_SCATTER_BLOCK)
public class ReduceScatterBlockBenchmark extends Reduction {
    @Setup
    @Override
    public void allocate(Rank rank) {
        combine();
        prepare(rank, Shape.REDUCE_SCATTER, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("reduce-scatter-block")
    public void reduceScatterBlock(Synchronised sync, Rank rank) {
        rank.comm().reduceScatterBlock(contribution, result, elements, reduction);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iReduceScatterBlock(contribution, result, elements, reduction);
    }
}
