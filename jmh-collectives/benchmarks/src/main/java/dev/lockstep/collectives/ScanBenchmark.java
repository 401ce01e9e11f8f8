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
 * Each rank gets {@code bytes} of elements, combined of the ranks up to itself; one op is one scan that this rank
 * has finished its part of.
 *
 * <p>Run it: {@code ./lockstep run ScanB --comm local,openmpi --ranks 2}. Read it: microseconds, the mean over
 * ranks, as {@code osu_scan}. Later ranks wait for earlier ones, so the last is mostly the slowest.
 */
@RequiresCapability(Capability.SCAN)
public class ScanBenchmark extends Reduction {
    @Setup
    @Override
    public void allocate(Rank rank) {
        combine();
        prepare(rank, Shape.SCAN, FIRST);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("scan")
    public void scan(Synchronised sync, Rank rank) {
        rank.comm().scan(contribution, result, elements, reduction);
    }

    @Override
    Request start(Communicator comm) {
        return comm.iScan(contribution, result, elements, reduction);
    }
}
