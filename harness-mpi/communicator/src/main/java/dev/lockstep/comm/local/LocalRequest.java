package dev.lockstep.comm.local;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;

/** What all requests have in common, but for persistent ones. */
abstract class LocalRequest implements Request {
    private final ProgressEngine engine;
    private boolean inUse;

    LocalRequest(ProgressEngine engine) {
        this.engine = engine;
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
