package dev.lockstep.comm;

import static dev.lockstep.comm.Capability.PERSISTENT_REQUESTS;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import java.nio.ByteBuffer;

/**
 * Operations whose arguments are given once and which are started many times (MPI 4.1, section 3.9). Position and limit
 * of the buffer are those at the time of the call here; its contents are those at the time of a start.
 */
public interface PersistentOperations extends Capabilities {

    /**
     * Prepares a send (MPI_Send_init).
     *
     * @param message what to send: position to limit; left alone while the request is active
     * @param destination the receiving rank
     * @param tag 0 to {@link PointToPoint#MAX_TAG}
     * @return not yet started; to be closed by the caller
     */
    default PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT, PERSISTENT_REQUESTS);
    }

    /**
     * Prepares a receive (MPI_Recv_init).
     *
     * @param message where to put it: position to limit; left alone while the request is active
     * @param source the sending rank, or {@link PointToPoint#ANY_SOURCE}
     * @param tag 0 to {@link PointToPoint#MAX_TAG}, or {@link PointToPoint#ANY_TAG}
     * @return not yet started; to be closed by the caller
     */
    default PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT, PERSISTENT_REQUESTS);
    }
}
