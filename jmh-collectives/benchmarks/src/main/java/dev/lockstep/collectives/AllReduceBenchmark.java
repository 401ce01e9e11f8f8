package dev.lockstep.collectives;

import dev.lockstep.collectives.algorithms.Algorithm;
import dev.lockstep.collectives.algorithms.Algorithms;
import dev.lockstep.collectives.algorithms.AllReduceAlgorithm;
import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.Synchronised;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Allreduce of {@code bytes}, float sums unless said otherwise; one op is one completed allreduce on this rank.
 *
 * <p>Run it: {@code ./lockstep run AllReduce --comm local,openmpi --ranks 2}. Read it: microseconds, the mean over
 * ranks, as OSU's {@code osu_allreduce} prints under "Avg"; tell that one {@code -T mpi_float}, for its elements
 * are {@code char}. The slowest rank decides how fast a program goes on: see the columns of {@code lockstep} for
 * it. With {@code comm=local} a message is a copy within one heap, so that column is the floor of coordination
 * between threads, not a network. More ranks than cores measure the scheduler.
 */
@RequiresCapability(Capability.ALL_REDUCE)
@Counts(by = Counts.OSU, small = 1_000, large = 100)
@Counts(by = Counts.PAPER, limit = 8192 * Float.BYTES, small = 1_000, large = 100)
@Combinations(CollectiveRule.AllReduce.class)
public class AllReduceBenchmark extends Reduction {
    /** Who makes it: the communicator\'s {@code library}, or an algorithm over its messages: {@code tuned}, {@code ring} … */
    @Param(CollectiveRule.LIBRARY)
    String algorithm;

    @Setup
    @Override
    public void allocate(Rank rank) {
        by(rank, algorithm, name -> Algorithms.DEFAULT.with(Algorithm.parse(AllReduceAlgorithm.class, name)));
        combine();
        prepare(rank, Shape.ALL_REDUCE, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("allreduce")
    @Reported(section = "collectives", stage = "all-reduce")
    public void allReduce(Synchronised sync, Rank rank) {
        reductions.allReduce(contribution, result, elements, reduction);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iAllReduce(contribution, result, elements, reduction);
    }
}
