package dev.lockstep.comm.ports;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Connections that have not said yet who they are: a limited number, and each for a limited time, however slowly it
 * talks. When there are more, the one that has waited longest is closed.
 */
public final class Callers implements Closeable {
    private static final int LOOK_MILLIS = 500;

    private final int most;
    private final long patienceNanos;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService looking;

    /** The time since when each has waited, the longest first. */
    private final Map<Socket, Long> waiting = new LinkedHashMap<>();

    private boolean closed;

    /**
     * No connections yet.
     *
     * @param most how many may wait at once
     * @param seconds how long each may wait, to within a second
     */
    public Callers(int most, int seconds) {
        this(most, seconds, System::nanoTime);
    }

    Callers(int most, int seconds, LongSupplier nanoTime) {
        this.most = most;
        this.patienceNanos = TimeUnit.SECONDS.toNanos(seconds);
        this.nanoTime = nanoTime;
        this.looking = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lockstep-callers");
            thread.setDaemon(true);
            return thread;
        });
        looking.scheduleWithFixedDelay(this::dropThoseWhoTookTooLong, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Takes in a new connection; closes it at once if none is expected any more. */
    public synchronized void receive(Socket caller) {
        if (closed) {
            hangUp(caller);
            return;
        }
        if (waiting.size() == most) {
            drop(waiting.keySet().iterator().next());
        }
        waiting.put(caller, nanoTime.getAsLong());
    }

    /** Takes a connection that has said who it is out of this object's care; false if it was closed meanwhile. */
    public synchronized boolean letIn(Socket caller) {
        return waiting.remove(caller) != null;
    }

    /** Closes a connection, whether it was waiting or not. */
    public synchronized void drop(Socket caller) {
        waiting.remove(caller);
        hangUp(caller);
    }

    private synchronized void dropThoseWhoTookTooLong() {
        long now = nanoTime.getAsLong();
        for (Iterator<Map.Entry<Socket, Long>> all = waiting.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Socket, Long> oldest = all.next();
            if (now - oldest.getValue() < patienceNanos) {
                return;
            }
            all.remove();
            hangUp(oldest.getKey());
        }
    }

    private static void hangUp(Socket caller) {
        try {
            caller.close();
        } catch (IOException e) {
            // Closing is all that was wanted, and it is closed as far as it can be.
            return;
        }
    }

    /** Closes all that wait, and those that come later. */
    @Override
    public synchronized void close() {
        closed = true;
        looking.shutdownNow();
        waiting.keySet().forEach(Callers::hangUp);
        waiting.clear();
    }
}
