package dev.lockstep.transport.benchmarks;

import dev.lockstep.transport.Endpoint;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;

/**
 * A batch of exchanges that another thread goes on with: the transport's, which is given messages, or one that receives
 * them. JMH's begins it and waits for its end, or for one exchange after the other.
 */
final class Batch {
    /** Looks before it sleeps: some tens of microseconds, in which a window of small messages has come. */
    private static final int SPINS = 1000;

    private int calls;

    private volatile Thread waiting;
    private volatile int done;
    /** How many are waited for, once somebody does. */
    private volatile int awaited;

    private volatile IOException failure;

    /** Written last where a batch begins, and read first where a message is given: all that was set up is seen then. */
    private volatile int size;

    /** A receiver that sees what was set up for the batch, and whose failure is told to who waits. */
    Endpoint.Receiver guarded(Endpoint.Receiver receiver) {
        return (message, sender) -> {
            if (size == 0) {
                fail("the sender", new IllegalStateException("a message has come before the first batch"));
            }
            if (failure != null) {
                return;
            }
            try {
                receiver.take(message, sender);
            } catch (IOException | RuntimeException | Error e) {
                fail("the receiver", e);
            }
        };
    }

    /** Before a batch, by JMH's thread, after all else that is set up for it; then ranks meet. */
    void begin(int exchanges) {
        calls = 0;
        waiting = Thread.currentThread();
        done = 0;
        awaited = exchanges;
        size = exchanges;
    }

    /** Whether none of JMH's calls was made yet: its thread is to begin, and leaves what follows to the other. */
    boolean isBeginning() {
        return calls == 0;
    }

    /** One of JMH's calls; the last waits for the end of the batch. */
    void call() throws IOException {
        requireSound();
        if (++calls == size) {
            await(size);
        }
    }

    /** The same, which waits for one more exchange. */
    void awaitNext() throws IOException {
        await(++calls);
    }

    private void await(int count) throws IOException {
        for (int spin = 0; spin < SPINS && done < count; spin++) {
            Thread.onSpinWait();
        }
        awaited = count;
        while (done < count) {
            requireSound();
            if (Thread.interrupted()) {
                throw new InterruptedIOException("interrupted after " + done + " of " + count + " exchanges");
            }
            LockSupport.park(this);
        }
    }

    /** Notes, in the other thread, that one is done; whether another is to begin. */
    boolean next() {
        int now = done + 1;
        boolean more = now < size;
        done = now;
        if (now >= awaited) {
            LockSupport.unpark(waiting);
        }
        return more;
    }

    /** Notes, in the other thread, that it does not go on; the first reason counts. */
    void fail(String who, Throwable why) {
        if (failure == null) {
            failure = new IOException(who + " has failed: " + why, why);
        }
        LockSupport.unpark(waiting);
    }

    /** Fails if the other thread has failed. */
    void requireSound() throws IOException {
        IOException first = failure;
        if (first != null) {
            throw new IOException(first.getMessage(), first.getCause());
        }
    }
}
