package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.LaunchedCommunicatorContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** {@code openmpi} keeps the contract. Fails where Open MPI is missing. */
@Tag("default")
class OpenMpiContractIT extends LaunchedCommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new OpenMpiProvider();
    }

    @Override
    protected List<String> launcher(int ranks) {
        String mpirun = System.getenv().getOrDefault("LOCKSTEP_MPIRUN", "mpirun");
        return List.of(mpirun, "--oversubscribe", "-np", Integer.toString(ranks));
    }

    /** Build machines often are containers whose only user is root. */
    @Override
    protected Map<String, String> environment() {
        return Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
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
