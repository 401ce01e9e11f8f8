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
 * Each rank gets {@code bytes} from the root; one op is one scatter that this rank has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run collectives.ScatterB --comm local,openmpi --ranks 2}. Read it: microseconds, the
 * mean over ranks, as {@code osu_scatter}. The root may be done before anybody has a block: the slowest rank tells
 * when the last one had it.
 */
@RequiresCapability(Capability.SCATTER)
public class ScatterBenchmark extends Collective {
    /** The root: a rank, or {@code rotate} for another one each time. */
    @Param("0")
    String root;

    @Setup
    @Override
    public void allocate(Rank rank) {
        prepare(rank, Shape.SCATTER, root);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("scatter")
    public void scatter(Synchronised sync, Rank rank) {
        rank.comm().scatter(contribution, result, rootRank);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iScatter(contribution, result, rootRank);
    }
}
