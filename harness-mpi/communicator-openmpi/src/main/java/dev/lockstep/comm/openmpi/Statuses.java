package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Status;
import mpi.MPI;
import mpi.MPIException;

/** Turns the library's statuses into ours. */
final class Statuses {
    private Statuses() {}

    /** Returns the length in bytes, which costs a native call. */
    static int tell(mpi.Status found, Status status) throws MPIException {
        int bytes = found.getCount(MPI.BYTE);
        if (status != null) {
            status.set(found.getSource(), found.getTag(), bytes);
        }
        return bytes;
    }
}
