package dev.lockstep.comm.ffm;

import java.util.Map;

/** Clauses that Open MPI breaks, each seen with a few lines of C. */
final class OpenMpiDefects {
    private OpenMpiDefects() {}

    /** Of a version and its transport by shared memory. */
    static Map<String, String> of(String version) {
        return Map.of(
                // MPI_Irecv with half the room, MPI_Isend, MPI_Wait.
                "a large message too long is an error",
                "Open MPI " + version
                        + " copies a whole rendezvous message (CMA) behind a shorter buffer, then says it was"
                        + " truncated",
                "a message to oneself too long is an error",
                "Open MPI " + version + " (btl self) cuts off a small message to a posted receive without an error, and"
                        + " writes a large one behind the buffer",
                // MPI_Ialltoallv with MPI_IN_PLACE on 4 ranks; each two exchange 70,000 bytes or so, or nothing.
                "iAllToAllv in place",
                "Open MPI " + version + " (coll libnbc) leaves a wrong block on rank 0 of 4 if blocks are large and of"
                        + " different lengths; MPI_Alltoallv does not");
    }
}
