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
 * The root gets a block of its own length from each rank; one op is one gather that this rank has finished its part
 * of.
 *
 * <p>Run it: {@code ./lockstep run Gatherv --comm local,openmpi --ranks 2}. Read it: as {@link GatherBenchmark}.
 * What counts and displacements cost is the difference to that one, with {@code blocks=equal}.
 */
@RequiresCapability(Capability.GATHER)
public class GathervBenchmark extends Collective {
    /** The root: a rank, or {@code rotate} for another one each time. */
    @Param("0")
    String root;

    /** Lengths of blocks: {@code equal}, as OSU and IMB have them, or {@code uneven}: the longer, the higher the rank. */
    @Param("equal")
    String blocks;

    @Setup
    @Override
    public void allocate(Rank rank) {
        layOut(blocks);
        prepare(rank, Shape.GATHER, root);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("gatherv")
    public void gatherv(Synchronised sync, Rank rank) {
        rank.comm().gatherv(contribution, result, counts, displacements, rootRank);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iGatherv(contribution, result, counts, displacements, rootRank);
    }
}
