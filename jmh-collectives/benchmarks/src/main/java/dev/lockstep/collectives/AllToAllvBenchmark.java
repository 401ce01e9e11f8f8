package dev.lockstep.collectives;

import dev.lockstep.collectives.algorithms.Algorithm;
import dev.lockstep.collectives.algorithms.Algorithms;
import dev.lockstep.collectives.algorithms.AllToAllAlgorithm;
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
 * Every rank exchanges blocks of any length with every rank; one op is one such exchange that this rank has
 * finished its part of. Two ranks send each other equally many bytes.
 *
 * <p>Run it: {@code ./lockstep run AllToAllv --comm local,openmpi --ranks 2}. Read it: as {@link
 * AllToAllBenchmark}. What counts and displacements cost is the difference to that one, with {@code blocks=equal}.
 */
@RequiresCapability(Capability.ALL_TO_ALL)
@Combinations(CollectiveRule.AllToAll.class)
public class AllToAllvBenchmark extends Collective {
    /** Lengths of blocks: {@code equal}, as OSU and IMB have them, or {@code uneven}: the longer, the higher the rank. */
    @Param("equal")
    String blocks;

    /** Who makes it: the communicator\'s {@code library}, or an algorithm over its messages: {@code tuned}, {@code bruck} … */
    @Param(CollectiveRule.LIBRARY)
    String algorithm;

    @Setup
    @Override
    public void allocate(Rank rank) {
        by(rank, algorithm, name -> Algorithms.DEFAULT.with(Algorithm.parse(AllToAllAlgorithm.class, name)));
        layOut(blocks);
        prepare(rank, Shape.ALL_TO_ALL, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("alltoallv")
    public void allToAllv(Synchronised sync, Rank rank) {
        collectives.allToAllv(contribution, counts, displacements, result, counts, displacements);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iAllToAllv(contribution, counts, displacements, result, counts, displacements);
    }
}
