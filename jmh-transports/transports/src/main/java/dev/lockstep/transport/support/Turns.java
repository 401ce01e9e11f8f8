package dev.lockstep.transport.support;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Turns of threads that share something; who waits for one can give up, and be interrupted. */
public final class Turns {
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Waits for a turn, without a look at the clock if there is one now.
     *
     * @param timeoutNanos how long to wait; 0: no limit
     * @return whether it has begun, and is to be {@linkplain #end ended}; false if the time is over
     */
    public boolean begin(long timeoutNanos) throws InterruptedIOException {
        if (lock.tryLock()) {
            return true;
        }
        try {
            if (timeoutNanos != 0) {
                return lock.tryLock(timeoutNanos, TimeUnit.NANOSECONDS);
            }
            lock.lockInterruptibly();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it waited for another thread");
        }
    }

    /** As {@link #begin}, without waiting. */
    public boolean beginNow() {
        return lock.tryLock();
    }

    /** Ends the turn of this thread. */
    public void end() {
        lock.unlock();
    }
}
