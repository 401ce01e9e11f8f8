package dev.lockstep.harness;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Work on a thread of its own: the common pool may have one alone, and what tests do there blocks. */
public final class Daemon {
    private Daemon() {}

    /** Begins it; keeps no JVM from ending. */
    public static <T> FutureTask<T> start(Callable<T> task) {
        FutureTask<T> result = new FutureTask<>(task);
        Thread thread = new Thread(result);
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
