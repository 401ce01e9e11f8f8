package dev.lockstep.comm.ffm;

/** On Intel MPI. */
class FfmIntelMpiContractIT extends FfmContract {
    FfmIntelMpiContractIT() {
        super(TestedMpi.INTEL_MPI);
    }
}
