package dev.lockstep.transport.benchmarks;

import java.io.IOException;

/** A thread of a rank's own, beside JMH's, that works until the endpoint it waits at is closed. */
final class Background implements AutoCloseable {
    private static final long JOIN_MILLIS = 10_000;

    private final Thread thread;
    private final Batch batch;
    private volatile boolean ending;

    /** What it does again and again. */
    interface Turn {
        void run() throws IOException;
    }

    /**
     * Starts it.
     *
     * @param name for people
     * @param batch that fails when it fails
     * @param turn what it does
     */
    Background(String name, Batch batch, Turn turn) {
        this.batch = batch;
        thread = new Thread(() -> work(turn), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void work(Turn turn) {
        try {
            while (true) {
                turn.run();
            }
        } catch (IOException | RuntimeException | Error e) {
            batch.fail(thread.getName(), e);
        }
    }

    /** Notes that it is no failure any more if its endpoint closes; to be said before that does. */
    void ending() throws IOException {
        batch.requireSound();
        ending = true;
    }

    /** Waits for its end, once the endpoint is closed. */
    @Override
    public void close() throws IOException {
        if (!ending) {
            throw new IllegalStateException(thread.getName() + " was not told that it ends");
        }
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + thread.getName() + " ended", e);
        }
        if (thread.isAlive()) {
            throw new IOException(thread.getName() + " still waits, though its endpoint is closed");
        }
    }
}
