package dev.lockstep.transport.ring;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;

/** The waits of one thread for the other end of a ring, with all that may end them. Nothing is allocated. */
final class Patience {
    /** Rounds between looks at the clock and the flags, as long as a round is short. A power of two. */
    private static final int LOOK_AROUND = 256;

    /** Where counting starts over, still beyond {@link #LOOK_AROUND}. */
    private static final int MANY = 1 << 30;

    private final Waiting waiting;
    private int round;
    private long start;

    /** Set by whoever closes. */
    private volatile boolean closed;

    Patience(Waiting waiting) {
        this.waiting = waiting;
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    void begin() {
        round = 0;
    }

    /**
     * Waits for one round.
     *
     * @return false if the time is over
     */
    boolean goOn(long timeoutNanos) throws IOException {
        waiting.pause(round);
        if (round == 0 && timeoutNanos != 0) {
            start = System.nanoTime();
        }
        round = round < MANY ? round + 1 : MANY / 2;
        if (!isTimeToLook()) {
            return true;
        }
        if (closed) {
            throw new AsynchronousCloseException();
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while it waited for a ring");
        }
        return timeoutNanos == 0 || System.nanoTime() - start < timeoutNanos;
    }

    private boolean isTimeToLook() {
        return waiting.isLong(round) || (round & (LOOK_AROUND - 1)) == 0;
    }
}
