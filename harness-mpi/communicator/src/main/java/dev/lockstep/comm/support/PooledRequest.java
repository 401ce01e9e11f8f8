package dev.lockstep.comm.support;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;

/** The common part of all requests but persistent ones. */
public abstract class PooledRequest implements Request {
    private final Progress progress;
    private boolean inUse;

    /** One that is not in use yet. */
    protected PooledRequest(Progress progress) {
        this.progress = progress;
    }

    /** Whether it is complete. */
    public abstract boolean isDone();

    /** Returns the request to its pool, fills the status and raises what went wrong. */
    public abstract void finish(Status status);

    /** The operation, as the subject of a message. */
    @Override
    public abstract String toString();

    @Override
    public final void await(Status status) {
        checkInUse();
        progress.await(this);
        finish(status);
    }

    @Override
    public final boolean test(Status status) {
        checkInUse();
        if (!progress.test(this)) {
            return false;
        }
        finish(status);
        return true;
    }

    /** Says whether it is under way, and may be completed. */
    protected final void inUse(boolean now) {
        inUse = now;
    }

    private void checkInUse() {
        if (!inUse) {
            throw new IllegalStateException("this request was completed before");
        }
    }
}
