package dev.lockstep.harness.rank;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides when the cost of a cell has stopped falling. It is told of one batch after another, and says how large the next should be: one that lasts 30 ms, untimed barriers
 * included, and at most 8 times as large as the last. A batch of less than half that time says that the cost is not yet known, or has fallen since: all before it only led there. Of
 * the batches after it, which are as large as each other, the cost is steady when the median of the last 5 is not below the median of the 5 before by more than 5%; where single
 * invocations take longer than 30 ms, fewer will do, at least 3 and 3. What has not become steady after 3 s of batches is taken as it is.
 *
 * <p>A disturbance makes a batch longer and never shorter, so that it neither ends the search early nor makes batches smaller.
 *
 * <p>The same as in the C reference.
 */
final class SteadyState {
    /** In place of a size: no further batch. */
    static final long STOP = 0;

    private static final long GOAL_NANOS = 30_000_000;
    private static final long CAP_NANOS = 3_000_000_000L;
    private static final int MAX_GROWTH = 8;
    private static final int MOST = 5;
    private static final int LEAST = 3;
    private static final double TOLERANCE = 0.05;

    /**
     * A batch that is long enough to be timed.
     *
     * @param nanosPerCall by JMH's clock reads around the invocation
     * @param wallNanosPerCall as a share of the whole batch
     * @param callsBefore in all batches before
     * @param nanosBefore since the first batch began, rests between batches included
     */
    private record Timed(double nanosPerCall, double wallNanosPerCall, long callsBefore, long nanosBefore) {}

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

    private final List<Timed> timed = new ArrayList<>();
    private long calls;
    private long spent;
    private double shortest = Double.MAX_VALUE;
    private int window = MOST;
    private boolean reached;

    /**
     * Takes in a batch.
     *
     * @param n its invocations
     * @param nanosPerCall by JMH's clock reads around the invocation
     * @param wallNanosPerCall as a share of the whole batch
     * @param began nanoseconds since the first batch began
     * @return how many invocations the next has, or {@link #STOP}
     */
    long next(long n, double nanosPerCall, double wallNanosPerCall, long began) {
        double elapsed = wallNanosPerCall * n;
        boolean isShort = elapsed < GOAL_NANOS / 2.0;
        if (isShort) {
            timed.clear();
            shortest = Double.MAX_VALUE;
        } else {
            timed.add(new Timed(nanosPerCall, wallNanosPerCall, calls, began));
            shortest = Math.min(shortest, elapsed);
            window = (int) Math.max(LEAST, Math.min(MOST, MOST * GOAL_NANOS / shortest));
            reached = hasStoppedFalling();
        }
        calls += n;
        spent += (long) elapsed;
        if (reached || spent >= CAP_NANOS && !timed.isEmpty()) {
            return STOP;
        }
        boolean isLong = elapsed > MAX_GROWTH * GOAL_NANOS;
        double growth = isShort || isLong ? GOAL_NANOS / Math.max(elapsed, 1) : 1;
        return Math.max(1, (long) (n * Math.min(MAX_GROWTH, growth)));
    }

    private boolean hasStoppedFalling() {
        int size = timed.size();
        return size >= 2 * window
                && median(size - window, size).wallNanosPerCall
                        >= (1 - TOLERANCE) * median(size - 2 * window, size - window).wallNanosPerCall;
    }

    private Timed median(int from, int to) {
        List<Timed> window = timed.subList(from, to);
        return new Timed(
                middle(window.stream().mapToDouble(Timed::nanosPerCall).sorted().toArray()),
                middle(window.stream()
                        .mapToDouble(Timed::wallNanosPerCall)
                        .sorted()
                        .toArray()),
                window.get(0).callsBefore,
                window.get(0).nanosBefore);
    }

    /** The lower one of an even number. */
    private static double middle(double[] sorted) {
        return sorted[(sorted.length - 1) / 2];
    }

    /** After the last batch. */
    Found found() {
        int size = timed.size();
        if (timed.isEmpty()) {
            // Not on rank 0, which decides.
            return new Found(Double.NaN, Double.NaN, calls, spent, false);
        }
        Timed steady = median(Math.max(0, size - window), size);
        return new Found(
                steady.nanosPerCall,
                steady.wallNanosPerCall,
                reached ? steady.callsBefore : calls,
                reached ? steady.nanosBefore : spent,
                reached);
    }
}
