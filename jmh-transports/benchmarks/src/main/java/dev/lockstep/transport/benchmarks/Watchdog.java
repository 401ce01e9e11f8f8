package dev.lockstep.transport.benchmarks;

import java.io.IOException;
import java.time.Duration;

/**
 * Closes a wire on which nothing has moved for too long while it was watched, so that the thread that waits in it gets
 * an exception. A socket's own timeout would bound reads only, not writes, and makes the JDK poll before it reads: this
 * one leaves the system calls of a message as they are, and costs one store.
 */
final class Watchdog implements AutoCloseable {
    private static final int LOOKS_PER_LIMIT = 10;

    private final Wire wire;
    private final Duration limit;
    private final Thread thread;
    private volatile boolean watching;
    private volatile boolean fired;

    /** Written by one thread; volatile for the other, which looks every few seconds. */
    private volatile long beats;

    private long nextBeat;

    /**
     * Starts without watching.
     *
     * @param wire closed if nothing moves
     * @param limit for how long
     */
    Watchdog(Wire wire, Duration limit) {
        this.wire = wire;
        this.limit = limit;
        this.thread =
                new Thread(this::look, "watchdog of " + Thread.currentThread().getName());
        thread.setDaemon(true);
        thread.start();
    }

    /** Turns watching on or off: whether messages must move. */
    void watch(boolean on) {
        watching = on;
    }

    /** Notes that a message has moved. */
    void beat() {
        beats = ++nextBeat;
    }

    /** The exception to throw for one out of the wire. */
    IOException explain(IOException e) {
        return fired
                ? new IOException("nothing moved for " + limit.toSeconds() + " s: the peer is gone or stuck", e)
                : e;
    }

    private void look() {
        long seen = beats;
        int idle = 0;
        try {
            while (idle < LOOKS_PER_LIMIT) {
                Thread.sleep(limit.toMillis() / LOOKS_PER_LIMIT);
                boolean moved = !watching || beats != seen;
                seen = beats;
                idle = moved ? 0 : idle + 1;
            }
            fired = true;
            wire.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed: there is nothing to watch any more
        } catch (IOException e) {
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    /** Ends the watch; leaves the wire alone. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
