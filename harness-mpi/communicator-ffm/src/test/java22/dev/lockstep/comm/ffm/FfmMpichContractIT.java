package dev.lockstep.comm.ffm;

/** On MPICH 5. */
class FfmMpichContractIT extends FfmContract {
    FfmMpichContractIT() {
        super(TestedMpi.MPICH);
    }
}
