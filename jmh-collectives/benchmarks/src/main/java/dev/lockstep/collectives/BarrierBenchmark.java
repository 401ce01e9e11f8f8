package dev.lockstep.collectives;

import dev.lockstep.collectives.algorithms.Algorithm;
import dev.lockstep.collectives.algorithms.Algorithms;
import dev.lockstep.collectives.algorithms.BarrierAlgorithm;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.Synchronised;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The communicator's own barrier; one op is one barrier that this rank has left. It is not the barrier of
 * {@link Synchronised}, which is untimed, runs before it, and lets all ranks enter together.
 *
 * <p>Run it: {@code java -jar jmh-collectives/benchmarks/target/benchmarks.jar Barrier -t 4} for four ranks that are
 * threads of one JVM; {@code ./lockstep run Barrier --comm local,openmpi --ranks 2} for threads and for MPI ranks side
 * by side.
 *
 * <p>Read it: microseconds, the mean over ranks, as OSU's {@code osu_barrier} prints under "Avg". Good algorithms take
 * about log2(ranks) one-way latencies ({@code PingPong} at the smallest size). Ranks leave {@code Synchronised} up to
 * one latency apart, and who enters first waits: that is part of the score. More ranks than cores measure the
 * scheduler.
 */
@Combinations(CollectiveRule.Barrier.class)
public class BarrierBenchmark extends Operation {
    /** Who makes it: the communicator\'s {@code library}, or an algorithm over its messages: {@code tuned}, {@code dissemination} … */
    @Param(CollectiveRule.LIBRARY)
    String algorithm;

    @Setup
    @Override
    public void allocate(Rank rank) {
        by(rank, algorithm, name -> Algorithms.DEFAULT.with(Algorithm.parse(BarrierAlgorithm.class, name)));
        rank.selfCheck(this);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("barrier")
    public void barrier(Synchronised sync, Rank rank) {
        collectives.barrier();
    }

    @Override
    Request start(Communicator comm) {
        return comm.iBarrier();
    }

    @Override
    public void fill(Rank rank) {
        // A barrier has no contents. Nor could a rank come late here: Synchronised would wait for it.
    }

    @Override
    public void check(Rank rank) {
        StragglerCheck.verify(rank.comm(), collectives::barrier);
    }
}
