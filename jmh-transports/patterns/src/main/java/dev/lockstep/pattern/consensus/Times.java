package dev.lockstep.pattern.consensus;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.HdrHistogram.Histogram;

/**
 * How long each ping has waited for its pong, collected by a thread of its own as in the paper, or by the one thread that
 * there is.
 */
final class Times implements AutoCloseable {
    private static final int DIGITS = 3;

    /** Of the iteration; the collector's, while one is under way. */
    private final Histogram histogram = new Histogram(DIGITS);

    /** Null where one thread does everything. */
    private final ExecutorService collector;

    /** None yet. */
    Times(Threading threading) {
        collector =
                threading == Threading.EVENT_LOOP ? null : Executors.newSingleThreadExecutor(Work.daemons("collector"));
    }

    void add(long nanos) {
        if (collector == null) {
            histogram.recordValue(nanos);
        } else {
            collector.execute(() -> histogram.recordValue(nanos));
        }
    }

    /** All that were added since this was asked last. */
    Histogram take() throws IOException {
        if (collector == null) {
            return taken();
        }
        try {
            return collector.submit(this::taken).get();
        } catch (ExecutionException e) {
            throw new IOException("times could not be collected: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted while times are collected");
        }
    }

    private Histogram taken() {
        Histogram all = histogram.copy();
        histogram.reset();
        return all;
    }

    @Override
    public void close() {
        if (collector != null) {
            collector.shutdown();
        }
    }
}
