package dev.lockstep.comm.ffm;

import java.util.Map;

/** On Open MPI 4. */
class FfmOpenMpi4ContractIT extends FfmContract {
    FfmOpenMpi4ContractIT() {
        super(TestedMpi.OPEN_MPI_4);
    }

    @Override
    protected Map<String, String> knownDefects() {
        return OpenMpiDefects.of("4.1.4 and vader");
    }
}
