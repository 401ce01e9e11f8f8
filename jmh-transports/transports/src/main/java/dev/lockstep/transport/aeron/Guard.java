package dev.lockstep.transport.aeron;

import dev.lockstep.transport.ring.Waiting;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/**
 * Keeps memory mapped while one thread uses it, and is how that thread waits. Closing, and Aeron's client as it ends, refuse who
 * comes, and wait for who is inside. To come in costs one fence, and nothing is allocated.
 */
final class Guard {
    /** How long closing waits for who has claimed memory, and is in no call. */
    private static final long HELD_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long PAUSE_NANOS = 20_000;

    /** Where counting starts over. */
    private static final int MANY = 1 << 30;

    private final IdleStrategy idle;

    /** Rounds between looks at the clock and at what may end a wait, less one: a power of two less one. */
    private final int mask;

    /** The number of the thread that is inside; 0 if none is. */
    private final AtomicLong user = new AtomicLong();

    /** How many calls within each other that thread is in. */
    private int depth;

    /** Whether it stays inside between two calls. */
    private volatile boolean holding;

    private volatile boolean closed;
    private volatile boolean closing;

    /** Why Aeron's client has ended; null as long as it has not. */
    private volatile String ended;

    /** What the thread inside does as it leaves, because it has closed this itself. */
    private Runnable last;

    private int round;
    private long start;

    Guard(Waiting waiting) {
        idle = idle(waiting);
        mask = waiting == Waiting.SPIN ? 63 : 0;
    }

    /** Aeron's own ways to wait. */
    static IdleStrategy idle(Waiting waiting) {
        return switch (waiting) {
            case SPIN -> BusySpinIdleStrategy.INSTANCE;
            case YIELD -> YieldingIdleStrategy.INSTANCE;
            case PARK -> new BackoffIdleStrategy(10, 5, 1_000, 50_000);
        };
    }

    private static long me() {
        return Thread.currentThread().getId();
    }

    /** Comes in; {@link #leave} follows, unless this fails. */
    void enter() throws IOException {
        long me = me();
        if (user.getPlain() != me) {
            depth = 0;
            // With a fence: either this sees that it is closed, or who closes it sees this.
            user.set(me);
        }
        depth++;
        if (closed) {
            leave();
            throw refusal(new ClosedChannelException());
        }
    }

    void leave() {
        if (--depth > 0 || holding) {
            return;
        }
        user.setRelease(0);
        if (last != null) {
            Runnable end = last;
            last = null;
            finish(end);
        }
    }

    /** Stays inside when the call is over, until {@link #letGo}. */
    void hold() {
        holding = true;
    }

    void letGo() {
        holding = false;
    }

    /** Begins to wait, so that {@link #goOn} counts its time from its first round. */
    void begin() {
        round = 0;
        idle.reset();
    }

    /**
     * Waits for one round.
     *
     * @return false if the time is over
     */
    boolean goOn(long timeoutNanos) throws IOException {
        idle.idle();
        if (round == 0 && timeoutNanos != 0) {
            start = System.nanoTime();
        }
        round = round < MANY ? round + 1 : 1;
        if ((round & mask) != 0) {
            return true;
        }
        if (closed) {
            throw refusal(new AsynchronousCloseException());
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while it waited for Aeron");
        }
        return timeoutNanos == 0 || System.nanoTime() - start < timeoutNanos;
    }

    private IOException refusal(IOException otherwise) {
        return ended == null ? otherwise : new IOException(ended);
    }

    void requireOpen() throws IOException {
        if (closed) {
            throw refusal(new ClosedChannelException());
        }
    }

    /** Refuses who comes from now on. */
    void refuse() {
        closed = true;
    }

    /**
     * Refuses who comes from now on, and when nobody is inside does the rest of closing: in the thread inside, as it leaves, if
     * it is that which closes.
     *
     * @param rest is told whether memory is still mapped
     */
    void close(Rest rest) {
        closed = true;
        Runnable end = () -> rest.run(ended == null);
        if (user.get() == me() && depth > 0) {
            last = end;
        } else {
            awaitNobody();
            finish(end);
        }
    }

    /** The rest of closing. */
    @FunctionalInterface
    interface Rest {
        void run(boolean mapped);
    }

    private void finish(Runnable end) {
        closing = true;
        try {
            end.run();
        } finally {
            closing = false;
        }
    }

    /** Refuses who comes, and returns when nobody is inside and nobody closes: memory can be unmapped then. */
    void end(String why) {
        ended = why;
        closed = true;
        awaitNobody();
        while (closing) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void awaitNobody() {
        long begun = System.nanoTime();
        for (long other = user.get(); other != 0 && other != me(); other = user.get()) {
            if (holding && System.nanoTime() - begun > HELD_NANOS) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
