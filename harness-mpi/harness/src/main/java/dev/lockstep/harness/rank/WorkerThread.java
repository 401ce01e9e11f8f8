package dev.lockstep.harness.rank;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A worker thread of JMH's that was made for one {@link RankThread}. */
final class WorkerThread extends Thread {
    private final int rankThread;

    private WorkerThread(ThreadGroup group, Runnable task, String name, int rankThread) {
        super(group, task, name);
        this.rankThread = rankThread;
        setDaemon(true);
    }

    /** The index of that thread of a rank, from 0. */
    int rankThread() {
        return rankThread;
    }

    /** Makes one for each rank thread of this process, in order. */
    static final class Factory implements ThreadFactory {
        private final AtomicInteger next = new AtomicInteger();
        private final String prefix;

        Factory(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public Thread newThread(Runnable task) {
            int rankThread = next.getAndIncrement();
            return new WorkerThread(
                    RankProcess.groupOf(rankThread), task, prefix + "-jmh-worker-" + (rankThread + 1), rankThread);
        }
    }
}
