package dev.lockstep.comm.local;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;

/** What requests to send and to receive have in common. */
abstract class LocalRequest implements Request {
    private final LocalCommunicator communicator;
    private boolean inUse;

    LocalRequest(LocalCommunicator communicator) {
        this.communicator = communicator;
    }

    abstract boolean isDone();

    /** Gives the request back to its pool, tells the status and raises what went wrong. */
    abstract void finish(Status status);

    /** For messages: the operation, as a subject. */
    @Override
    public abstract String toString();

    @Override
    public final void await(Status status) {
        checkInUse();
        communicator.await(this);
        finish(status);
    }

    @Override
    public final boolean test(Status status) {
        checkInUse();
        if (!communicator.test(this)) {
            return false;
        }
        finish(status);
        return true;
    }

    final void inUse(boolean now) {
        inUse = now;
    }

    private void checkInUse() {
        if (!inUse) {
            throw new IllegalStateException("this request was completed before");
        }
    }
}
