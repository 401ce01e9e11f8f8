package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.LaunchedCommunicatorContract;
import java.util.List;
import java.util.Map;

/** {@code openmpi} keeps the contract, with 1 to 4 ranks. Fails where Open MPI is missing. */
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
}
