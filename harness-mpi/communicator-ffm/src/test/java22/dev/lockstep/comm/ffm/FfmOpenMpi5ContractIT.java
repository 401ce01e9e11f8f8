package dev.lockstep.comm.ffm;

/** On OpenMpi5. */
class FfmOpenMpi5ContractIT extends FfmContract {
    FfmOpenMpi5ContractIT() {
        super(TestedMpi.OPEN_MPI_5);
    }
}
