package dev.lockstep.harness.rank;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * JMH's worker threads where the library knows a rank by its thread's group: JMH takes them from here, by its own property {@code jmh.executor}. Each is made in
 * the group of its rank.
 */
public final class WorkerThreads extends ThreadPoolExecutor {
    /**
     * As JMH makes it.
     *
     * @param threads how many
     * @param prefix of their names
     */
    public WorkerThreads(int threads, String prefix) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new WorkerThread.Factory(prefix));
    }

    /** Lets JMH take its threads from here, which it decides when its classes load. */
    static void useThem() {
        System.setProperty("jmh.executor", "CUSTOM");
        System.setProperty("jmh.executor.class", WorkerThreads.class.getName());
    }
}
