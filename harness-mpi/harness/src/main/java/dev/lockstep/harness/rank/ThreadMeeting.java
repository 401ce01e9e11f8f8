package dev.lockstep.harness.rank;

import java.util.concurrent.Phaser;

/** Where the threads of a rank wait for each other, until one of them fails: then nobody waits any more. */
final class ThreadMeeting {
    private final int rank;
    private final Phaser threads;
    private volatile Throwable failure;

    /** Of so many threads of a rank. */
    ThreadMeeting(int rank, int threads) {
        this.rank = rank;
        this.threads = new Phaser(threads);
    }

    /**
     * Returns when all threads have called it.
     *
     * @throws IllegalStateException if one of them has failed, which is the cause, or this one was interrupted
     */
    void await() {
        int phase = threads.arrive();
        try {
            if (phase >= 0) {
                phase = threads.awaitAdvanceInterruptibly(phase);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(e);
            throw new IllegalStateException("interrupted while it waited for the other threads of rank " + rank, e);
        }
        if (phase < 0) {
            throw new IllegalStateException("another thread of rank " + rank + " has failed: " + failure, failure);
        }
    }

    /** Tells the threads that one of them will not come; what it failed of counts if it is the first. */
    synchronized void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        threads.forceTermination();
    }
}
