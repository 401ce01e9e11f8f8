package dev.lockstep.comm.ffm;

/** On Mpich. */
class FfmMpichContractIT extends FfmContract {
    FfmMpichContractIT() {
        super(TestedMpi.MPICH);
    }
}
