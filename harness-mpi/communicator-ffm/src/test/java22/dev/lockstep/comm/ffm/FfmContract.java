package dev.lockstep.comm.ffm;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.LaunchedCommunicatorContract;
import java.util.List;
import java.util.Map;

/** {@code ffm} keeps the contract on one MPI. Fails where that is missing. */
abstract class FfmContract extends LaunchedCommunicatorContract {
    private final TestedMpi mpi;

    FfmContract(TestedMpi mpi) {
        this.mpi = mpi;
    }

    @Override
    protected CommunicatorProvider provider() {
        return mpi.provider();
    }

    @Override
    protected String launcherName() {
        return mpi.launcherName();
    }

    @Override
    protected List<String> launcher(int ranks) {
        return mpi.launcher(ranks);
    }

    @Override
    protected Map<String, String> environment() {
        return mpi.environment();
    }
}
