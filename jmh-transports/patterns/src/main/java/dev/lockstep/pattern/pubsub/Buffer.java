package dev.lockstep.pattern.pubsub;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits between threads of a client, of which some put and one takes. It holds a bounded number; who puts waits
 * for room. It ends when it is closed, and fails when one of them has failed.
 *
 * @param <T> what waits
 */
final class Buffer<T> implements Closeable {
    /** Messages, and bytes of the largest ones, that wait at most; two of them always may. */
    private static final int MOST = 1024;

    private static final int MOST_BYTES = 16 << 20;
    private static final int LEAST = 2;

    private final int most;
    private final Deque<T> waiting = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition some = lock.newCondition();
    private final Condition room = lock.newCondition();
    private boolean closed;
    private Throwable failure;

    /** One for messages of so many bytes, at most. */
    Buffer(int largest) {
        most = Math.max(LEAST, Math.min(MOST, MOST_BYTES / Math.max(1, largest)));
    }

    /** How many may wait. */
    int most() {
        return most;
    }

    /**
     * Adds one, and waits for room.
     *
     * @throws ClosedChannelException if it is closed
     * @throws IOException if it has failed
     */
    void put(T one) throws IOException {
        begin();
        try {
            while (waiting.size() >= most && !closed && failure == null) {
                room.await();
            }
            requireSound();
            if (closed) {
                throw new ClosedChannelException();
            }
            waiting.add(one);
            some.signal();
        } catch (InterruptedException e) {
            throw interrupted();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the first, and waits for one. What was put before the end, or the failure, comes before that.
     *
     * @param timeoutNanos how long to wait; 0: no limit
     * @return null if the time is over
     * @throws ClosedChannelException if it is closed, and nothing is left
     * @throws IOException if it has failed
     */
    T take(long timeoutNanos) throws IOException {
        begin();
        try {
            long left = timeoutNanos;
            while (waiting.isEmpty()) {
                requireSound();
                if (closed) {
                    throw new ClosedChannelException();
                }
                if (timeoutNanos == 0) {
                    some.await();
                } else if (left <= 0) {
                    return null;
                } else {
                    left = some.awaitNanos(left);
                }
            }
            room.signal();
            return waiting.remove();
        } catch (InterruptedException e) {
            throw interrupted();
        } finally {
            lock.unlock();
        }
    }

    private void begin() throws InterruptedIOException {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while a buffer was waited for");
    }

    private void requireSound() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage() == null ? failure.toString() : failure.getMessage(), failure);
        }
    }

    /**
     * Requires that nothing has failed.
     *
     * @throws IOException with the reason if something has
     */
    void requireWhole() throws IOException {
        lock.lock();
        try {
            requireSound();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more will come, for that reason; the first one counts. */
    void fail(Throwable why) {
        lock.lock();
        try {
            failure = failure == null ? why : failure;
            some.signalAll();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends it; what is there can be taken. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            some.signalAll();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
