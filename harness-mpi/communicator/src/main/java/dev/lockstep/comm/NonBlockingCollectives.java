package dev.lockstep.comm;

import static dev.lockstep.comm.Capability.ALL_GATHER;
import static dev.lockstep.comm.Capability.ALL_TO_ALL;
import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.GATHER;
import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;
import static dev.lockstep.comm.Capability.SCATTER;

import java.nio.ByteBuffer;

/**
 * The operations of {@link Collectives} without waiting (MPI 4.1, section 6.12). All ranks start them in the same order
 * on a communicator, among each other and among blocking ones; they may be completed in any order, and messages do not
 * meet them. A blocking collective does not match a non-blocking one.
 *
 * <p>Arguments are those of the blocking forms; buffers and arrays are left alone until the request is complete. Each
 * request is completed once.
 */
public interface NonBlockingCollectives extends Capabilities {

    /** Starts {@link Collectives#barrier} (MPI_Ibarrier). */
    default Request iBarrier() {
        throw UnsupportedCapabilityException.of(this, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#bcast} (MPI_Ibcast). */
    default Request iBcast(ByteBuffer message, int root) {
        throw UnsupportedCapabilityException.of(this, BROADCAST, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#gather} (MPI_Igather). */
    default Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, GATHER, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#gatherv} (MPI_Igatherv). */
    default Request iGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        throw UnsupportedCapabilityException.of(this, GATHER, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#scatter} (MPI_Iscatter). */
    default Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, SCATTER, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#scatterv} (MPI_Iscatterv). */
    default Request iScatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, SCATTER, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#allGather} (MPI_Iallgather). */
    default Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        throw UnsupportedCapabilityException.of(this, ALL_GATHER, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#allGatherv} (MPI_Iallgatherv). */
    default Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        throw UnsupportedCapabilityException.of(this, ALL_GATHER, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#allToAll} (MPI_Ialltoall). */
    default Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        throw UnsupportedCapabilityException.of(this, ALL_TO_ALL, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Collectives#allToAllv} (MPI_Ialltoallv). */
    default Request iAllToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        throw UnsupportedCapabilityException.of(this, ALL_TO_ALL, NON_BLOCKING_COLLECTIVES);
    }
}
