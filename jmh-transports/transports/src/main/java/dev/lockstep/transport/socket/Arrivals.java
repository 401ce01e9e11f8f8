package dev.lockstep.transport.socket;

import dev.lockstep.transport.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Connections that were accepted and are not yet read, first come first. One thread takes them, any may close them. */
final class Arrivals implements Closeable {
    /** After which who has not said what it is is hung up on. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** In which what was lost on its way from another host is mostly sent again. */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final boolean inOrder;
    private final List<Arrival> all = new ArrayList<>();
    private boolean closed;

    private record Arrival(Wire wire, long since) {}

    /**
     * None yet.
     *
     * @param inOrder whether an outbox may have several connections, which must not overtake each other
     */
    Arrivals(boolean inOrder) {
        this.inOrder = inOrder;
    }

    synchronized boolean isEmpty() {
        return all.isEmpty();
    }

    synchronized void add(Wire wire) throws IOException {
        all.add(new Arrival(wire, System.nanoTime()));
        if (closed) {
            wire.close();
        }
    }

    /** The first that has said by now that it is one of ours; null if there is none. Never waits. */
    synchronized Wire next() throws IOException {
        for (Iterator<Arrival> each = all.iterator(); each.hasNext(); ) {
            Arrival arrival = each.next();
            Wire wire = arrival.wire;
            if (wire.hasSpoken()) {
                each.remove();
                if (wire.isGreeted()) {
                    return wire;
                }
                wire.close();
                continue;
            }
            long silent = System.nanoTime() - arrival.since;
            if (silent > PATIENCE_NANOS) {
                each.remove();
                wire.close();
            } else if (inOrder && silent < LATE_NANOS && !wire.isOfThisHost()) {
                return null;
            }
        }
        return null;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        Closing.all(all.stream().<AutoCloseable>map(Arrival::wire).toList());
    }
}
