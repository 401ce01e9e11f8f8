package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import mpi.MPIException;

/** A non-blocking operation. Reused by its communicator; the library's own request inside is new each time. */
final class OpenMpiRequest implements Request {
    private final OpenMpiCommunicator communicator;
    private mpi.Request request;
    private ByteBuffer message;
    private ByteBuffer staged;
    private boolean receives;
    private int room;

    OpenMpiRequest(OpenMpiCommunicator communicator) {
        this.communicator = communicator;
    }

    /** A message that was staged lies in {@code copy}, which otherwise is null. */
    OpenMpiRequest start(mpi.Request started, boolean isReceive, ByteBuffer of, ByteBuffer copy) {
        request = started;
        receives = isReceive;
        message = of;
        room = of.remaining();
        staged = copy;
        return this;
    }

    @Override
    public void await(Status status) {
        checkActive();
        try {
            if (needsStatus(status)) {
                finish(request.waitStatus(), status);
            } else {
                request.waitFor();
            }
        } catch (MPIException e) {
            throw failure(e);
        } finally {
            end();
        }
    }

    @Override
    public boolean test(Status status) {
        checkActive();
        boolean done = true;
        try {
            if (needsStatus(status)) {
                mpi.Status found = request.testStatus();
                done = found != null;
                if (done) {
                    finish(found, status);
                }
            } else {
                done = request.test();
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

    private void finish(mpi.Status found, Status status) throws MPIException {
        communicator.received(found, status, message, message.position(), staged);
    }

    private RuntimeException failure(MPIException e) {
        return receives ? Failures.ofReceive(e, "a receive failed", room) : Failures.of(e, "a send failed");
    }

    /** The library gives a request up when it completes, also when it completes with an error. */
    private void end() {
        ByteBuffer copy = staged;
        request = null;
        message = null;
        staged = null;
        communicator.recycle(this, copy);
    }

    private void checkActive() {
        if (request == null) {
            throw new IllegalStateException("this request was completed before");
        }
    }
}
