package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import mpi.MPIException;

/** The completion of an operation that the library has under way. */
abstract class OpenMpiOperation implements Request {
    private String what;
    private boolean receives;
    private ByteBuffer written;
    private ByteBuffer staged;
    private int position;
    private int room;

    /**
     * The library's request.
     *
     * @throws IllegalStateException if it was completed
     */
    abstract mpi.Request active();

    /** Ends the operation; the library frees a request when it completes, also with an error. */
    abstract void end();

    /**
     * Describes the operation under way: what is written, if anything, and the direct buffer that stands in for that,
     * if any. Of a message only the bytes that came are copied from there.
     */
    final void describe(String operation, boolean isReceive, ByteBuffer into, ByteBuffer standIn) {
        what = operation;
        receives = isReceive;
        written = into;
        staged = standIn;
        if (into != null) {
            position = into.position();
            room = into.remaining();
        }
    }

    @Override
    public final void await(Status status) {
        mpi.Request request = active();
        try {
            if (needsStatus(status)) {
                received(request.waitStatus(), status);
            } else {
                request.waitFor();
                stageOut();
            }
        } catch (MPIException e) {
            throw failure(e);
        } finally {
            end();
        }
    }

    @Override
    public final boolean test(Status status) {
        mpi.Request request = active();
        boolean done = true;
        try {
            if (needsStatus(status)) {
                mpi.Status found = request.testStatus();
                done = found != null;
                if (done) {
                    received(found, status);
                }
            } else {
                done = request.test();
                if (done) {
                    stageOut();
                }
            }
            return done;
        } catch (MPIException e) {
            throw failure(e);
        } finally {
            if (done) {
                end();
            }
        }
    }

    private boolean needsStatus(Status status) {
        return receives && (status != null || staged != null);
    }

    private void received(mpi.Status found, Status status) throws MPIException {
        int bytes = Statuses.tell(found, status);
        if (staged != null) {
            written.put(position, staged, 0, bytes);
        }
    }

    private void stageOut() {
        if (staged != null && written != null) {
            written.put(position, staged, 0, room);
        }
    }

    private RuntimeException failure(MPIException e) {
        return receives ? Failures.ofReceive(e, what + " failed", room) : Failures.of(e, what + " failed");
    }
}
