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
 * Elements of all ranks are combined, and each rank gets its block of them, {@code bytes} long or of its own
 * length; one op is one reduce-scatter that this rank has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run ReduceScatterB --comm local,openmpi --ranks 2}. Read it: microseconds, the mean
 * over ranks. {@code osu_reduce_scatter} means by its size all blocks together: there it is {@code bytes} times
 * ranks. Two thirds of a Rabenseifner allreduce are this.
 */
@RequiresCapability(Capability.REDUCE_SCATTER)
public class ReduceScatterBenchmark extends Reduction {
    /** Lengths of blocks: {@code equal}, as OSU and IMB have them, or {@code uneven}: the longer, the higher the rank. */
    @Param("equal")
    String blocks;

    @Setup
    @Override
    public void allocate(Rank rank) {
        combine();
        layOut(blocks);
        prepare(rank, Shape.REDUCE_SCATTER, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("reduce-scatter")
    public void reduceScatter(Synchronised sync, Rank rank) {
        rank.comm().reduceScatter(contribution, result, counts, elements, reduction);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iReduceScatter(contribution, result, counts, elements, reduction);
    }
}
