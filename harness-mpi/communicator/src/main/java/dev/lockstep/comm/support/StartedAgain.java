package dev.lockstep.comm.support;

import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.Status;
import java.util.function.Supplier;

/** A persistent request: each start is an ordinary request with the same arguments. */
final class StartedAgain implements PersistentRequest {
    private final Supplier<PooledRequest> operation;
    private PooledRequest active;
    private boolean closed;

    StartedAgain(Supplier<PooledRequest> operation) {
        this.operation = operation;
    }

    @Override
    public void start() {
        if (closed || active != null) {
            throw new IllegalStateException("this persistent request " + (closed ? "was closed" : "is active"));
        }
        active = operation.get();
    }

    @Override
    public boolean isActive() {
        return active != null;
    }

    @Override
    public void await(Status status) {
        PooledRequest request = active();
        // Also if it ends with an error, it is complete.
        active = null;
        request.await(status);
    }

    @Override
    public boolean test(Status status) {
        PooledRequest request = active();
        active = null;
        boolean done = request.test(status);
        if (!done) {
            active = request;
        }
        return done;
    }

    @Override
    public void close() {
        if (active != null) {
            throw new IllegalStateException("this persistent request is active");
        }
        closed = true;
    }

    private PooledRequest active() {
        if (active == null) {
            throw new IllegalStateException("this persistent request is not active");
        }
        return active;
    }
}
