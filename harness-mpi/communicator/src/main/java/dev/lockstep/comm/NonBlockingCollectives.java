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
 */
public interface NonBlockingCollectives extends Capabilities {

    /**
     * Starts {@link Collectives#barrier} (MPI_Ibarrier).
     *
     * @return to be completed once
     */
    default Request iBarrier() {
        throw UnsupportedCapabilityException.of(this, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#bcast} (MPI_Ibcast).
     *
     * @param message as there; left alone until the request is complete
     * @param root as there
     * @return to be completed once
     */
    default Request iBcast(ByteBuffer message, int root) {
        throw UnsupportedCapabilityException.of(this, BROADCAST, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#gather} (MPI_Igather).
     *
     * @param contribution as there; left alone until the request is complete
     * @param result as there; left alone until the request is complete
     * @param root as there
     * @return to be completed once
     */
    default Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, GATHER, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#gatherv} (MPI_Igatherv).
     *
     * @param contribution as there; left alone until the request is complete
     * @param result as there; left alone until the request is complete
     * @param counts as there; left alone until the request is complete
     * @param displacements as there; left alone until the request is complete
     * @param root as there
     * @return to be completed once
     */
    default Request iGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        throw UnsupportedCapabilityException.of(this, GATHER, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#scatter} (MPI_Iscatter).
     *
     * @param contribution as there; left alone until the request is complete
     * @param result as there; left alone until the request is complete
     * @param root as there
     * @return to be completed once
     */
    default Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, SCATTER, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#scatterv} (MPI_Iscatterv).
     *
     * @param contribution as there; left alone until the request is complete
     * @param counts as there; left alone until the request is complete
     * @param displacements as there; left alone until the request is complete
     * @param result as there; left alone until the request is complete
     * @param root as there
     * @return to be completed once
     */
    default Request iScatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, SCATTER, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#allGather} (MPI_Iallgather).
     *
     * @param contribution as there; left alone until the request is complete
     * @param result as there; left alone until the request is complete
     * @return to be completed once
     */
    default Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        throw UnsupportedCapabilityException.of(this, ALL_GATHER, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#allGatherv} (MPI_Iallgatherv).
     *
     * @param contribution as there; left alone until the request is complete
     * @param result as there; left alone until the request is complete
     * @param counts as there; left alone until the request is complete
     * @param displacements as there; left alone until the request is complete
     * @return to be completed once
     */
    default Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        throw UnsupportedCapabilityException.of(this, ALL_GATHER, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#allToAll} (MPI_Ialltoall).
     *
     * @param contribution as there; left alone until the request is complete
     * @param result as there; left alone until the request is complete
     * @return to be completed once
     */
    default Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        throw UnsupportedCapabilityException.of(this, ALL_TO_ALL, NON_BLOCKING_COLLECTIVES);
    }

    /**
     * Starts {@link Collectives#allToAllv} (MPI_Ialltoallv).
     *
     * @param contribution as there; left alone until the request is complete
     * @param sendCounts as there; left alone until the request is complete
     * @param sendDisplacements as there; left alone until the request is complete
     * @param result as there; left alone until the request is complete
     * @param recvCounts as there; left alone until the request is complete
     * @param recvDisplacements as there; left alone until the request is complete
     * @return to be completed once
     */
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
