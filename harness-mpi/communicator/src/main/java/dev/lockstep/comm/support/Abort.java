package dev.lockstep.comm.support;

import java.util.concurrent.atomic.AtomicReference;

/** The reason why the ranks of a world must stop waiting, if they must. The first one stays. */
public final class Abort {
    private final AtomicReference<String> reason = new AtomicReference<>();

    /** Makes them stop. */
    public void raise(String why) {
        reason.compareAndSet(null, String.valueOf(why));
    }

    /** The reason; null as long as there is none. */
    public String reason() {
        return reason.get();
    }
}
