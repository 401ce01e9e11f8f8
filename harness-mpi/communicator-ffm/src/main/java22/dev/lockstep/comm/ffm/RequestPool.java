package dev.lockstep.comm.ffm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The requests of a communicator. All are held, so that none that is under way is collected, nor are its buffers. */
final class RequestPool {
    private final FfmPlace place;
    private final List<FfmRequest> all = new ArrayList<>();
    private final ArrayDeque<FfmRequest> free = new ArrayDeque<>();

    RequestPool(FfmPlace place) {
        this.place = place;
    }

    /** Whether no request is under way. */
    boolean isIdle() {
        return free.size() == all.size();
    }

    /** A free request, which stays free until it is {@link #taken}. */
    FfmRequest next() {
        FfmRequest request = free.peek();
        if (request == null) {
            request = new FfmRequest(this, place);
            all.add(request);
            free.push(request);
        }
        return request;
    }

    void taken(FfmRequest request) {
        if (free.pop() != request) {
            throw new IllegalStateException("a communicator is used by two threads at a time");
        }
    }

    void free(FfmRequest request) {
        free.push(request);
    }
}
