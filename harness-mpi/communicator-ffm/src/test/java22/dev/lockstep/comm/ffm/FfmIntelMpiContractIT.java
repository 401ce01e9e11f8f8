package dev.lockstep.comm.ffm;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** On Intel MPI. */
@Tag("contracts")
class FfmIntelMpiContractIT extends FfmContract {
    /** MPI_Recv of 64 bytes with a count of 0, in C: MPI_SUCCESS, and a status that says 0 bytes. */
    private static final String NO_ROOM =
            "Intel MPI 2021.18.1 cuts off a message to a receive of 0 bytes without an error; with any room, it tells";

    /** MPI_Iallgatherv of 70,001 bytes and a few more for each next rank, the second block empty, in C on 3 ranks; not in all runs. */
    private static final String NEVER_ENDS =
            "Intel MPI 2021.18.1 does not end an MPI_Iallgatherv of large blocks of different lengths on 3 or more ranks";

    FfmIntelMpiContractIT() {
        super(TestedMpi.INTEL_MPI);
    }

    @Override
    protected Map<String, String> knownDefects() {
        return Map.of(
                "a message too long is an error",
                NO_ROOM,
                "a large message too long is an error",
                NO_ROOM,
                "a message to oneself too long is an error",
                NO_ROOM,
                "iAllGatherv",
                NEVER_ENDS,
                "iAllGatherv in place",
                NEVER_ENDS,
                // 30,000 floats, MPI_SUM, in C; I_MPI_CBWR=2 does not help.
                "all ranks get the same bits",
                "Intel MPI 2021.18.1 adds in another order on rank 2 of 3, so that a sum of two NaNs has other bits there");
    }
}
