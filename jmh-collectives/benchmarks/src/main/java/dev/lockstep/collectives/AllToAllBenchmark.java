package dev.lockstep.collectives;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.Synchronised;
import org.openjdk.jmh.annotations.Benchmark;
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
    @Setup
    @Override
    public void allocate(Rank rank) {
        prepare(rank, Shape.ALL_TO_ALL, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("alltoall")
    public void allToAll(Synchronised sync, Rank rank) {
        rank.comm().allToAll(contribution, result);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iAllToAll(contribution, result);
    }
}
