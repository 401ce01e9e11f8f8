package dev.lockstep.comm.ffm;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** On Open MPI 5. */
@Tag("contracts")
class FfmOpenMpi5ContractIT extends FfmContract {
    FfmOpenMpi5ContractIT() {
        super(TestedMpi.OPEN_MPI_5);
    }

    @Override
    protected Map<String, String> knownDefects() {
        return OpenMpiDefects.of("5.0.11 and sm");
    }
}
