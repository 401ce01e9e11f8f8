package dev.lockstep.transport.support;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Threads that keep no JVM alive: that of a failed run ends. */
public final class Daemon {
    private static final long PATIENCE_MILLIS = 30_000;

    private Daemon() {}

    /** One that does a task once it is started. */
    public static Thread of(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** One that does a task now. */
    public static Thread start(String name, Runnable task) {
        Thread thread = of(name, task);
        thread.start();
        return thread;
    }

    /**
     * Waits for its end.
     *
     * @param otherwise what it still does, for people
     * @throws IOException with that, if it does not end within 30 seconds
     */
    public static void join(Thread thread, String otherwise) throws IOException {
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + thread.getName() + " ends");
        }
        if (thread.isAlive()) {
            throw new IOException(otherwise);
        }
    }
}
