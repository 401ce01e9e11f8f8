package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.MessageTruncatedException;
import mpi.MPI;
import mpi.MPIException;

/** Turns errors of the library into ours. Only the text is kept: JVMs without mpi.jar must be able to read them. */
final class Failures {
    private Failures() {}

    static CommunicationException of(MPIException e, String what) {
        return new CommunicationException(what + ": " + e.getMessage());
    }

    /** The exception of a receive with room for so many bytes. */
    static CommunicationException ofReceive(MPIException e, String what, int room) {
        if (e.getErrorClass() == MPI.ERR_TRUNCATE) {
            return new MessageTruncatedException(
                    what + ": the message does not fit the " + room + " bytes meant for it (" + e.getMessage() + ")");
        }
        return of(e, what);
    }
}
