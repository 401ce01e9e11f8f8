package dev.lockstep.comm.mpijava;

import java.util.ArrayDeque;

/** A non-blocking operation. Reused by its communicator; the library's own request inside is new each time. */
final class MpiJavaRequest extends MpiJavaOperation {
    private final ArrayDeque<MpiJavaRequest> free;
    private mpi.Request request;

    MpiJavaRequest(boolean receives, MpiJavaPointToPoint communicator, ArrayDeque<MpiJavaRequest> free) {
        super(receives, communicator);
        this.free = free;
    }

    MpiJavaRequest started(mpi.Request by) {
        request = by;
        return this;
    }

    @Override
    mpi.Request active() {
        if (request == null) {
            throw new IllegalStateException("this request was completed before");
        }
        return request;
    }

    @Override
    void end() {
        request = null;
        region().clear();
        free.push(this);
    }
}
