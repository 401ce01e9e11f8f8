package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Capability;
import java.util.Map;
import mpi.Intracomm;

/** The messages of a communicator for one of the threads that share it: the library's handle, and requests and buffers of its own. */
final class OpenMpiShare extends OpenMpiPointToPoint {
    private final OpenMpiCommunicator of;

    OpenMpiShare(OpenMpiCommunicator of, Intracomm comm, int size) {
        super(comm, size);
        this.of = of;
    }

    @Override
    public Map<Capability, String> unsupported() {
        return of.unsupported();
    }

    @Override
    public String toString() {
        return "a share of " + of;
    }

    @Override
    void checkOpen() {
        of.checkOpen();
    }
}
