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
 * Each rank but the first gets {@code bytes} of elements, combined of the ranks below itself; one op is one scan
 * that this rank has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run Exscan --comm local,openmpi --ranks 2}. Read it: as {@link ScanBenchmark}.
 */
@RequiresCapability(Capability.EXSCAN)
public class ExscanBenchmark extends Reduction {
    @Setup
    @Override
    public void allocate(Rank rank) {
        combine();
        prepare(rank, Shape.EXSCAN, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("exscan")
    public void exscan(Synchronised sync, Rank rank) {
        rank.comm().exscan(contribution, result, elements, reduction);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iExscan(contribution, result, elements, reduction);
    }
}
