package dev.lockstep.harness.rank;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * JMH's worker threads where the library knows a rank by its thread's group: JMH takes them from here, by its own property {@code jmh.executor}. Each is made in the group of the rank whose
 * seat it takes; there are as many as seats.
 */
public final class RankThreads extends ThreadPoolExecutor {
    /**
     * As JMH makes it.
     *
     * @param threads how many
     * @param prefix of their names
     */
    public RankThreads(int threads, String prefix) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new SeatedThread.Factory(prefix));
    }

    /** Lets JMH take its threads from here, which it decides when its classes load. */
    static void useThem() {
        System.setProperty("jmh.executor", "CUSTOM");
        System.setProperty("jmh.executor.class", RankThreads.class.getName());
    }
}
