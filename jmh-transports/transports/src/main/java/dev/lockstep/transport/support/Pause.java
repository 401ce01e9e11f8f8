package dev.lockstep.transport.support;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Pauses that end on time, by {@link System#nanoTime}: the thread sleeps until shortly before, and spins then. {@link
 * Thread#sleep} rounds to milliseconds before JDK 21.
 */
public final class Pause {
    private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private Pause() {}

    /**
     * Waits until a time; returns at once if it is over.
     *
     * @throws InterruptedException if the thread is interrupted before
     */
    public static void until(long time) throws InterruptedException {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            some(left);
        }
    }

    /**
     * Waits for some of the time that is left, for a loop which does something else besides.
     *
     * @param left nanoseconds
     * @return whether the thread has slept, and so may have been woken too late
     */
    public static boolean some(long left) {
        if (left > 2 * SPIN_NANOS) {
            LockSupport.parkNanos(left - SPIN_NANOS);
            return true;
        }
        Thread.onSpinWait();
        return false;
    }
}
