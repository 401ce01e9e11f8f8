package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import mpi.MPI;
import mpi.MPIException;

/** Completing what the library has under way. */
abstract class MpiJavaOperation implements Request {
    private final String what;
    private final Region region = new Region();
    private final boolean receives;

    MpiJavaOperation(boolean receives) {
        this.receives = receives;
        what = receives ? "a receive failed" : "a send failed";
    }

    /** What is waited for; an IllegalStateException if it was completed. */
    abstract mpi.Request active();

    /** It is complete, perhaps with an error. */
    abstract void end();

    final Region region() {
        return region;
    }

    final boolean receives() {
        return receives;
    }

    @Override
    public final void await(Status status) {
        mpi.Request request = active();
        try {
            completed(request.Wait(), status);
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, what);
        } finally {
            end();
        }
    }

    @Override
    public final boolean test(Status status) {
        mpi.Request request = active();
        boolean done = true;
        try {
            mpi.Status found = request.Test();
            done = found != null;
            if (done) {
                completed(found, status);
            }
            return done;
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, what);
        } finally {
            if (done) {
                end();
            }
        }
    }

    private void completed(mpi.Status found, Status status) throws MPIException {
        if (receives) {
            received(found, status, region);
        }
    }

    /** Puts what came where it belongs, and tells the status. */
    static void received(mpi.Status found, Status status, Region into) throws MPIException {
        int bytes = found.Get_count(MPI.BYTE);
        into.back(bytes);
        if (status != null) {
            status.set(found.source, found.tag, bytes);
        }
    }
}
