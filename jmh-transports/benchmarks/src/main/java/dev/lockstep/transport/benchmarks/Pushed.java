package dev.lockstep.transport.benchmarks;

import dev.lockstep.transport.Endpoint;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;

/**
 * A batch of exchanges that go on in the transport's own thread, each begun where the one before has ended: with JMH's first
 * call it begins, and the last waits for its end. No exchange waits for JMH's thread, as no user's would.
 */
final class Pushed {
    private volatile int size;
    private volatile int done;
    /** How many are waited for, once somebody does. */
    private volatile int awaited;

    private volatile Thread waiting;
    private volatile Throwable failure;
    private int calls;

    /** What begins a batch. */
    interface First {
        void run() throws IOException;
    }

    /** A receiver whose failure is told to who waits. */
    Endpoint.Receiver guarded(Endpoint.Receiver receiver) {
        return (message, sender) -> {
            try {
                receiver.take(message, sender);
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
                LockSupport.unpark(waiting);
            }
        };
    }

    /** Before a batch of that size, by JMH's thread; ranks meet between this and the first call. */
    void begin(int batch) {
        size = batch;
        done = 0;
        awaited = batch;
        calls = 0;
        waiting = Thread.currentThread();
    }

    /** One of JMH's calls. */
    void call(First first) throws IOException {
        if (calls++ == 0) {
            first.run();
        }
        if (calls == size) {
            await(size);
        }
    }

    /** Waits until so many of this batch are done. */
    void await(int count) throws IOException {
        awaited = count;
        while (done < count) {
            if (failure != null) {
                throw new IOException("the receiver has failed: " + failure, failure);
            }
            if (Thread.interrupted()) {
                throw new InterruptedIOException("interrupted after " + done + " of " + count + " exchanges");
            }
            LockSupport.park(this);
        }
    }

    /** Notes, in the transport's thread, that one is done; whether another is to begin. */
    boolean next() {
        int now = done + 1;
        done = now;
        if (now >= awaited) {
            LockSupport.unpark(waiting);
        }
        return now < size;
    }
}
