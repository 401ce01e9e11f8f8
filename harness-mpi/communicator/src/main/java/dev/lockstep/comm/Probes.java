package dev.lockstep.comm;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.PROBE;

/**
 * Looking at messages before they are received (MPI 4.1, section 3.8.1). A message that was seen is not yet received.
 */
public interface Probes extends Capabilities {

    /**
     * Waits until there is a message that a receive of the same source and tag would get (MPI_Probe).
     *
     * @param source the sending rank, or {@link PointToPoint#ANY_SOURCE}
     * @param tag 0 to {@link PointToPoint#MAX_TAG}, or {@link PointToPoint#ANY_TAG}
     * @param status is told source, tag and bytes; {@code null} if they do not matter
     */
    default void probe(int source, int tag, Status status) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT, PROBE);
    }

    /**
     * Asks whether there is such a message, and makes progress (MPI_Iprobe).
     *
     * @param source the sending rank, or {@link PointToPoint#ANY_SOURCE}
     * @param tag 0 to {@link PointToPoint#MAX_TAG}, or {@link PointToPoint#ANY_TAG}
     * @param status as for {@link #probe}, filled if the answer is true
     */
    default boolean iProbe(int source, int tag, Status status) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT, PROBE);
    }
}
