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
 * Every rank sends {@code bytes} to every rank, itself among them, and receives as many from each; one op is one
 * such exchange that this rank has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run AllToAllB --comm local,openmpi --ranks 2}. Read it: microseconds, the mean over
 * ranks, as {@code osu_alltoall} prints under "Avg". {@code bytes} is the size of one message: a rank sends {@code
 * bytes} times ranks in all. It is the collective that loads a network most, so with more ranks expect it to grow
 * faster than any other. More ranks than cores measure the scheduler.
 */
@RequiresCapability(Capability.ALL_TO_ALL)
@Combinations(CollectiveRule.AllToAll.class)
public class AllToAllBenchmark extends Collective {
    /** Who makes it: the communicator\'s {@code library}, or an algorithm over its messages: {@code tuned}, {@code bruck} … */
    @Param(CollectiveRule.LIBRARY)
    String algorithm;

    @Setup
    @Override
    public void allocate(Rank rank) {
        by(rank, algorithm, name -> Algorithms.DEFAULT.with(Algorithm.parse(AllToAllAlgorithm.class, name)));
        prepare(rank, Shape.ALL_TO_ALL, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("alltoall")
    public void allToAll(Synchronised sync, Rank rank) {
        collectives.allToAll(contribution, result);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iAllToAll(contribution, result);
    }
}
