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
 * The root gets {@code bytes} from each rank; one op is one gather that this rank has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run collectives.GatherB --comm local,openmpi --ranks 2}. Read it: microseconds, the
 * mean over ranks, as {@code osu_gather}. A rank that is not the root may be done when its block is buffered: the
 * root, mostly the slowest, takes as many blocks as there are ranks.
 */
@RequiresCapability(Capability.GATHER)
public class GatherBenchmark extends Collective {
    /** The root: a rank, or {@code rotate} for another one each time. */
    @Param("0")
    String root;

    @Setup
    @Override
    public void allocate(Rank rank) {
        prepare(rank, Shape.GATHER, root);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("gather")
    public void gather(Synchronised sync, Rank rank) {
        rank.comm().gather(contribution, result, rootRank);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iGather(contribution, result, rootRank);
    }
}
