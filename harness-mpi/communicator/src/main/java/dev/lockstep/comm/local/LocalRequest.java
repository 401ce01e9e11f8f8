package dev.lockstep.comm.local;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;

/** The common part of all requests but persistent ones. */
abstract class LocalRequest implements Request {
    private final ProgressEngine engine;
    private boolean inUse;

    LocalRequest(ProgressEngine engine) {
        this.engine = engine;
    }

    abstract boolean isDone();

    /** Returns the request to its pool, fills the status and raises what went wrong. */
    abstract void finish(Status status);

    /** The operation, as the subject of a message. */
    @Override
    public abstract String toString();

    @Override
    public final void await(Status status) {
        checkInUse();
        engine.await(this);
        finish(status);
    }

    @Override
    public final boolean test(Status status) {
        checkInUse();
        if (!engine.test(this)) {
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
