package dev.lockstep.comm.ffm;

import org.junit.jupiter.api.Tag;

/** On MPICH 5. */
@Tag("contracts")
class FfmMpichContractIT extends FfmContract {
    FfmMpichContractIT() {
        super(TestedMpi.MPICH);
    }
}
