package dev.lockstep.pattern.pubsub;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Threads that keep no JVM alive: that of a failed run ends. */
final class Daemon {
    private static final long PATIENCE_MILLIS = 30_000;

    private Daemon() {}

    static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, "pubsub-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * Waits for its end.
     *
     * @param otherwise what it still does, for people, if it does not end within 30 seconds
     */
    static void join(Thread thread, String otherwise) throws IOException {
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a thread ends");
        }
        if (thread.isAlive()) {
            throw new IOException(otherwise);
        }
    }
}
