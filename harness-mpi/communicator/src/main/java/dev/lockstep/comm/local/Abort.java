package dev.lockstep.comm.local;

import java.util.concurrent.atomic.AtomicReference;

/** Why the ranks of a world must stop waiting, if they must. The first reason stays. */
final class Abort {
    private final AtomicReference<String> reason = new AtomicReference<>();

    void raise(String why) {
        reason.compareAndSet(null, String.valueOf(why));
    }

    /** Null as long as all is well. */
    String reason() {
        return reason.get();
    }
}
