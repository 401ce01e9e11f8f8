package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.PilotLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Decides when the cost of a cell has stopped falling. It is told of one batch after another, and says how large the next should be: one that lasts as long as the limits say, untimed barriers
 * included, and at most twice as large as the last (8 times while that lasts next to nothing), so that it does not last minutes even where calls cost a hundred times as much of a sudden. A batch of less than half that time says that the cost is not yet known, or has fallen
 * since: all before it only led there. Of the batches after it, which are as large as each other, the cost is steady when the median of the last 5 is not below the median of the 5 before by more than 5%; where single
 * invocations take longer than a batch should, fewer will do, at least 3 and 3. What has not become steady when the search's time is up is taken as it is. Without a search the best batch of that time counts.
 *
 * <p>A disturbance makes a batch longer and never shorter, so that it neither ends the search early nor makes batches smaller.
 *
 * <p>The same as in the C reference.
 */
final class SteadyState {
    /** In place of a size: no further batch. */
    static final long STOP = 0;

    private static final int MAX_GROWTH = 2;
    /** Of a batch that lasts less than a 64th of what it should, so that the next lasts less than an 8th. */
    private static final int FIRST_GROWTH = 8;

    private static final int LONG = 8;
    private static final int MOST = 5;
    private static final int LEAST = 3;
    private static final double TOLERANCE = 0.05;

    /**
     * A batch as all ranks know it.
     *
     * @param nanosPerCall by JMH's clock reads around the invocation
     * @param wallNanosPerCall as a share of the whole batch on the slowest rank
     * @param since nanoseconds since the first batch began, rests between batches included
     */
    record Batch(double nanosPerCall, double wallNanosPerCall, long since) {}

    /** A batch that is long enough to be timed, and what came before it. */
    private record Timed(Batch batch, long callsBefore, long nanosBefore) {}

    /**
     * What there is to be known.
     *
     * @param nanosPerCall median over the steady batches
     * @param wallNanosPerCall likewise, untimed barriers included
     * @param calls that it took to get there: all before these batches
     * @param nanos that it took, rests between batches included
     * @param reached false if the time was up first: then calls and nanos are those of all batches
     */
    record Found(double nanosPerCall, double wallNanosPerCall, long calls, long nanos, boolean reached) {}

    private final PilotLimits limits;
    private final List<Timed> timed = new ArrayList<>();
    private long calls;
    private long since;
    private double shortest = Double.MAX_VALUE;
    private int window = MOST;
    private boolean reached;

    SteadyState(PilotLimits limits) {
        this.limits = limits;
    }

    /**
     * Takes in a batch.
     *
     * @param n its invocations
     * @return how many invocations the next has, or {@link #STOP}
     */
    long next(long n, Batch batch) {
        double goal = limits.batchNanos();
        double elapsed = batch.wallNanosPerCall * n;
        boolean isShort = elapsed < goal / 2;
        if (isShort) {
            timed.clear();
            shortest = Double.MAX_VALUE;
        } else {
            timed.add(new Timed(batch, calls, Math.max(0, batch.since - (long) elapsed)));
            shortest = Math.min(shortest, elapsed);
            window = (int) Math.max(LEAST, Math.min(MOST, MOST * goal / shortest));
            reached = limits.searches() && hasStoppedFalling();
        }
        calls += n;
        since = batch.since;
        if (reached || since >= limits.searchNanos() && !timed.isEmpty()) {
            return STOP;
        }
        double growth = isShort || elapsed > LONG * goal ? goal / Math.max(elapsed, 1) : 1;
        int most = growth > FIRST_GROWTH * FIRST_GROWTH ? FIRST_GROWTH : MAX_GROWTH;
        return Math.max(1, (long) (n * Math.min(most, growth)));
    }

    private boolean hasStoppedFalling() {
        int size = timed.size();
        return size >= 2 * window
                && median(size - window, size, Batch::wallNanosPerCall)
                        >= (1 - TOLERANCE) * median(size - 2 * window, size - window, Batch::wallNanosPerCall);
    }

    /** The lower one of an even number. */
    private double median(int from, int to, ToDoubleFunction<Batch> cost) {
        return costs(from, to, cost)[(to - from - 1) / 2];
    }

    /** The least first. */
    private double[] costs(int from, int to, ToDoubleFunction<Batch> cost) {
        return timed.subList(from, to).stream()
                .map(Timed::batch)
                .mapToDouble(cost)
                .sorted()
                .toArray();
    }

    /** After the last batch. */
    Found found() {
        int size = timed.size();
        int first = Math.max(0, size - window);
        if (!limits.searches()) {
            return new Found(
                    costs(0, size, Batch::nanosPerCall)[0],
                    costs(0, size, Batch::wallNanosPerCall)[0],
                    calls,
                    since,
                    false);
        }
        return new Found(
                median(first, size, Batch::nanosPerCall),
                median(first, size, Batch::wallNanosPerCall),
                reached ? timed.get(first).callsBefore : calls,
                reached ? timed.get(first).nanosBefore : since,
                reached);
    }
}
