package dev.lockstep.pattern.consensus;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** How many operations are done, by whatever threads, and the one thread that waits for them. */
final class Progress {
    private final AtomicLong done = new AtomicLong();
    private volatile long awaited;
    private volatile Thread waiting;
    private volatile Throwable failure;

    long done() {
        return done.get();
    }

    /** One more is done. */
    void one() {
        if (done.incrementAndGet() >= awaited) {
            LockSupport.unpark(waiting);
        }
    }

    /** Nobody need wait any longer; the first reason counts. */
    synchronized void fail(Throwable why) {
        if (failure == null) {
            failure = why;
        }
        LockSupport.unpark(waiting);
    }

    /** Waits until so many are done, since the beginning. */
    void await(long count) throws IOException {
        waiting = Thread.currentThread();
        awaited = count;
        while (done.get() < count) {
            requireSound();
            if (Thread.interrupted()) {
                throw new InterruptedIOException("interrupted after " + done + " of " + count + " rounds");
            }
            LockSupport.park(this);
        }
    }

    /** Fails if any thread has failed. */
    void requireSound() throws IOException {
        Throwable first = failure;
        if (first != null) {
            throw new IOException("a thread of this role has failed: " + first, first);
        }
    }
}
