package dev.lockstep.comm.ffm;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** On Open MPI 4. */
@Tag("default")
class FfmOpenMpi4ContractIT extends FfmContract {
    FfmOpenMpi4ContractIT() {
        super(TestedMpi.OPEN_MPI_4);
    }

    @Override
    protected Map<String, String> knownDefects() {
        return OpenMpiDefects.of("4.1.4 and vader");
    }
}
