package dev.lockstep.pattern.consensus;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.HdrHistogram.Histogram;

/**
 * How long each ping has waited for its pong, collected by a thread of its own as in the paper, or by the one thread that
 * there is.
 */
final class Times implements AutoCloseable {
    private static final int DIGITS = 3;
    private static final long END = -1;

    /** Of the iteration; only its owner uses it while it is collected. */
    private final Histogram histogram = new Histogram(DIGITS);

    private final BlockingQueue<Long> queue = new LinkedBlockingQueue<>();
    private final Thread collector;
    private volatile long collected;

    /** None yet. */
    Times(Threading threading) {
        collector = threading == Threading.EVENT_LOOP
                ? null
                : Work.daemons("collector").newThread(this::collect);
        if (collector != null) {
            collector.start();
        }
    }

    void add(long nanos) {
        if (collector == null) {
            record(nanos);
        } else {
            queue.add(nanos);
        }
    }

    private void collect() {
        try {
            for (long nanos = queue.take(); nanos != END; nanos = queue.take()) {
                record(nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void record(long nanos) {
        histogram.recordValue(Math.max(0, nanos));
        collected = collected + 1;
    }

    /** Forgets what was before; nothing is being added. */
    void begin() {
        histogram.reset();
        collected = 0;
    }

    /** Waits for the last of so many, which are on their way. */
    Histogram of(long count) {
        while (collected < count) {
            Thread.yield();
        }
        return histogram;
    }

    @Override
    public void close() {
        queue.add(END);
    }
}
