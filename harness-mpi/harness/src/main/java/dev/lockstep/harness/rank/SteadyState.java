package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.PilotLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Decides when the cost of a cell has stopped falling. It is told of one batch after another, and says how large the next should be: one that lasts as long as the limits say at the least cost so far,
 * untimed barriers included, and at most 8 times as large as the last. A batch that costs 5% less than what was known says that the cost has fallen, and all before only led there. When it is
 * followed by 5 that do not, the cost is steady; where single invocations take longer than a batch should, fewer will do, at least 2. What has not become steady when the search's time is up is taken as
 * it is. Without a search the best batch of that time counts.
 *
 * <p>What else runs on the machine makes a batch longer and never shorter, often by ten times: so it is the least cost that says how large batches are and whether it still falls. What counts lies midway
 * between the least and the median, but not below half the median, for a launch may have the cores to itself, or not; and cores that move make the cost four times as much now and then.
 *
 * <p>The same as in the C reference, which sets up nothing for a batch.
 */
final class SteadyState {
    /** In place of a size: no further batch. */
    static final long STOP = 0;

    private static final int MAX_GROWTH = 8;
    /** Of what a batch should last: one that lasts less says nothing yet. On a busy machine only short ones are undisturbed. */
    private static final double SHORTEST = 1 / 256.0;

    private static final int MOST = 6;
    private static final int LEAST = 3;
    private static final double TOLERANCE = 0.05;
    /** Of all batches with what is set up for each: a process that is started for it takes seconds. */
    private static final long LONGEST_NANOS = 5_000_000_000L;

    /**
     * A batch as all ranks know it.
     *
     * @param nanosPerCall by JMH's clock reads around the invocation
     * @param wallNanosPerCall as a share of the whole batch on the slowest rank
     * @param wholeNanos that it took on the slowest rank, with what was set up for it
     */
    record Batch(double nanosPerCall, double wallNanosPerCall, double wholeNanos) {}

    /** A batch that is long enough to be timed, and what came before it. */
    private record Timed(Batch batch, long callsBefore, long nanosBefore) {}

    /**
     * What there is to be known.
     *
     * @param nanosPerCall by JMH's clock reads; the geometric mean of least and median, or half the median if that is more
     * @param wallNanosPerCall the same with untimed barriers
     * @param calls that it took to get there: all before these batches
     * @param nanos that it took, rests between batches included
     * @param reached false if the time was up first: then calls and nanos are those of all batches
     */
    record Found(double nanosPerCall, double wallNanosPerCall, long calls, long nanos, boolean reached) {}

    private final PilotLimits limits;
    /** Those since the cost fell last that are as large as they should be. */
    private final List<Timed> timed = new ArrayList<>();

    private long calls;
    /** In batches and the rests before them, without what JMH does between them. */
    private long nanos;

    private double wholeNanos;
    private double level = Double.MAX_VALUE;
    private double least = Double.MAX_VALUE;
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
        double cost = batch.wallNanosPerCall;
        double elapsed = cost * n;
        nanos += limits.restNanos();
        boolean counts = elapsed >= goal * (limits.searches() ? SHORTEST : 0.5);
        if (counts) {
            if (cost < (1 - TOLERANCE) * level) {
                level = cost;
                timed.clear();
            }
            least = Math.min(least, cost);
            if (!limits.searches() || least * n >= goal / 2) {
                timed.add(new Timed(batch, calls, nanos));
            }
        }
        calls += n;
        nanos += (long) elapsed;
        wholeNanos += batch.wholeNanos;
        reached = limits.searches() && timed.size() >= Math.max(LEAST, Math.min(MOST, MOST * goal / least));
        boolean isOver = nanos >= limits.searchNanos() || wholeNanos >= LONGEST_NANOS;
        if (reached || isOver && !timed.isEmpty()) {
            return STOP;
        }
        double growth = limits.searches() && counts ? goal / (least * n) : goal / Math.max(elapsed, 1);
        return Math.max(1, (long) (n * Math.min(MAX_GROWTH, growth)));
    }

    /** The lower one of an even number. */
    private double median(ToDoubleFunction<Batch> cost) {
        double[] sorted =
                timed.stream().map(Timed::batch).mapToDouble(cost).sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }

    /** After the last batch. */
    Found found() {
        double median = median(Batch::wallNanosPerCall);
        double wall = limits.searches() ? Math.max(Math.sqrt(least * median), median / 2) : least;
        return new Found(
                median(Batch::nanosPerCall) * wall / median,
                wall,
                reached ? timed.get(0).callsBefore : calls,
                reached ? timed.get(0).nanosBefore : nanos,
                reached);
    }
}
