package dev.lockstep.comm.ffm;

import java.util.Map;

/** On OpenMpi4. */
class FfmOpenMpi4ContractIT extends FfmContract {
    FfmOpenMpi4ContractIT() {
        super(TestedMpi.OPEN_MPI_4);
    }

    /** Seen with 4.1.4 and a dozen lines of C (MPI_Irecv with half the room, MPI_Isend, MPI_Wait). */
    @Override
    protected Map<String, String> knownDefects() {
        return Map.of(
                "a large message too long is an error",
                "Open MPI 4.1.4 copies a whole rendezvous message (vader, CMA) behind a shorter buffer, then says it was"
                        + " truncated",
                "a message to oneself too long is an error",
                "Open MPI 4.1.4 (btl self) cuts off a small message to a posted receive without an error, and writes a"
                        + " large one behind the buffer");
    }
}
