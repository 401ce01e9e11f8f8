package dev.lockstep.harness.rank;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A worker thread of JMH's that was made for one seat. */
final class SeatedThread extends Thread {
    private final int seat;

    private SeatedThread(ThreadGroup group, Runnable task, String name, int seat) {
        super(group, task, name);
        this.seat = seat;
        setDaemon(true);
    }

    /** Which one. */
    int seat() {
        return seat;
    }

    /** Makes one for each seat of this process, in order. */
    static final class Factory implements ThreadFactory {
        private final AtomicInteger next = new AtomicInteger();
        private final String prefix;

        Factory(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public Thread newThread(Runnable task) {
            int seat = next.getAndIncrement();
            return new SeatedThread(RankProcess.groupOf(seat), task, prefix + "-jmh-worker-" + (seat + 1), seat);
        }
    }
}
