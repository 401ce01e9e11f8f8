package dev.lockstep.comm.ffm;

/** On IntelMpi. */
class FfmIntelMpiContractIT extends FfmContract {
    FfmIntelMpiContractIT() {
        super(TestedMpi.INTEL_MPI);
    }
}
