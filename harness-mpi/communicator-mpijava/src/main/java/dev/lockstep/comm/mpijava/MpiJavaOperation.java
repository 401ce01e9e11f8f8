package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import mpi.MPI;
import mpi.MPIException;

/** The completion of an operation that the library has under way. */
abstract class MpiJavaOperation implements Request {
    private final Region region = new Region();
    private final boolean receives;
    private final MpiJavaPointToPoint communicator;
    private boolean forAnyTag;
    /** The status, if it was found out before anybody asked for it. */
    private mpi.Status found;

    MpiJavaOperation(boolean receives, MpiJavaPointToPoint communicator) {
        this.receives = receives;
        this.communicator = communicator;
    }

    /**
     * The library's request.
     *
     * @throws IllegalStateException if it was completed
     */
    abstract mpi.Request active();

    /** Ends the operation once it is complete, perhaps with an error. */
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
            completed(found == null ? request.Wait() : found, status);
        } catch (MPIException | RuntimeException e) {
            throw failure(e);
        } finally {
            ended();
        }
    }

    @Override
    public final boolean test(Status status) {
        mpi.Request request = active();
        boolean done = true;
        try {
            mpi.Status now = found == null ? request.Test() : found;
            done = now != null;
            if (done) {
                completed(now, status);
            }
            return done;
        } catch (MPIException | RuntimeException e) {
            throw failure(e);
        } finally {
            if (done) {
                ended();
            }
        }
    }

    /**
     * Whether this receive got a message that this rank has just sent itself. MPJ Express 0.44 does not tell receives
     * for any tag that are posted before a message of their own rank what they got, neither source nor tag.
     */
    final boolean hasGot(int tag) {
        if (found == null) {
            try {
                found = active().Test();
                if (found != null && found.source < 0) {
                    found.tag = tag;
                    return true;
                }
            } catch (MPIException | RuntimeException e) {
                // Whoever completes it is told the same.
                return true;
            }
        }
        return false;
    }

    private void completed(mpi.Status now, Status status) throws MPIException {
        if (receives) {
            received(now, communicator.rank, status, region);
        }
    }

    /** Notes that the operation is under way: a receive for this tag, or a send. */
    final void posted(int tag) {
        forAnyTag = receives && tag == PointToPoint.ANY_TAG;
        if (forAnyTag) {
            communicator.anyTag.add(this);
        }
    }

    private void ended() {
        found = null;
        if (forAnyTag) {
            communicator.anyTag.remove(this);
        }
        end();
    }

    private RuntimeException failure(Exception e) {
        return receives ? Failures.ofReceive(e, region.room()) : Failures.of(e, "a send failed");
    }

    /**
     * Copies what was received to where it belongs, and fills the status. A source that the library does not know is
     * the rank itself.
     */
    static void received(mpi.Status found, int rank, Status status, Region into) throws MPIException {
        int bytes = found.Get_count(MPI.BYTE);
        into.back(bytes);
        if (status != null) {
            status.set(found.source < 0 ? rank : found.source, found.tag, bytes);
        }
    }
}
