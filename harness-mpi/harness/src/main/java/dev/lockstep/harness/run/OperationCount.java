package dev.lockstep.harness.run;

import dev.lockstep.harness.link.PilotLimits;
import java.util.Collection;
import java.util.Collections;
import java.util.OptionalInt;

/** How many invocations fill an iteration, and how many iterations fill a warm-up. */
public final class OperationCount {
    /** Adjacent ones are less than a factor of 2 apart, and so comparable. */
    private static final double[] DIGITS = {1, 1.5, 2, 3, 5, 7, 10};

    private static final double SHARED = 4;
    private static final double MISSED = 2;
    private static final double WASTED = 4;
    /** Of a launch, unless more were asked for. */
    public static final int MOST_WARMUPS = 200;

    private static final long WARMUPS_BY_TIME = 25;
    private static final int CALLS_TO_COMPILE = 12_000;
    private static final double WARMUP_NANOS_BY_CALLS = 3e9;
    private static final long WARMUP_MILLIS_BY_TIME = 2_000;

    /** What an iteration takes besides at most, on a busy machine, however short it is. */
    private static final double BETWEEN_NANOS = 20e6;

    private OperationCount() {}

    /**
     * The round number next to what fills an iteration: 1, 1.5, 2, 3, 5 or 7 times a power of ten, so that runs of about the same speed have the same.
     *
     * @param nanosPerCall of one invocation, its untimed barrier included
     * @param iterationMillis how long an iteration should last
     * @return at least 1
     */
    public static int count(double nanosPerCall, long iterationMillis) {
        double n = Math.max(1, iterationMillis * 1e6 / nanosPerCall);
        double power = Math.pow(10, Math.floor(Math.log10(n)));
        double best = 1;
        for (double digit : DIGITS) {
            double round = Math.rint(digit * power);
            if (distance(round, n) < distance(best, n)) {
                best = round;
            }
        }
        return (int) best;
    }

    /**
     * One count for cells that are compared: the one that misses the iteration's time with the cheapest by as much as with the costliest, the other way.
     *
     * @param nanosPerCall of each cell
     * @param iterationMillis how long an iteration should last
     * @return empty if they cost more than four times as much as each other: then each has its own
     */
    public static OptionalInt shared(Collection<Double> nanosPerCall, long iterationMillis) {
        double least = Collections.min(nanosPerCall);
        double most = Collections.max(nanosPerCall);
        return most <= SHARED * least
                ? OptionalInt.of(count(Math.sqrt(least * most), iterationMillis))
                : OptionalInt.empty();
    }

    /**
     * Whether iterations last less than half, or more than twice as long as they should, so that another count is called for.
     *
     * @param nanos that an iteration lasts
     * @param iterationMillis how long it should last
     */
    public static boolean missed(double nanos, long iterationMillis) {
        return distance(nanos, iterationMillis * 1e6) > Math.log(MISSED);
    }

    /**
     * Whether iterations last less than a quarter of what they should, so that they are not worth their launch.
     *
     * @param nanos that an iteration lasts
     * @param iterationMillis how long it should last
     */
    public static boolean wasted(double nanos, long iterationMillis) {
        return nanos * WASTED < iterationMillis * 1e6;
    }

    private static double distance(double a, double b) {
        return Math.abs(Math.log(a / b));
    }

    /**
     * How many warm-up iterations take as many calls as it took to get steady, and as long, rests included.
     *
     * @param n invocations of each
     * @param nanosPerCall of one invocation, its untimed barrier included
     * @param calls that it took to get steady
     * @param nanos that it took to get steady
     */
    public static int warmups(int n, double nanosPerCall, long calls, double nanos) {
        return (int) Math.ceil(Math.max((double) calls / n, nanos / (n * nanosPerCall)));
    }

    /**
     * How many warm-up iterations make 12,000 calls, but at most 25, or as many as take three seconds if that is fewer. The
     * JIT goes by calls: after as many it has compiled for good what sends and receives, which a pilot that sees an exchange
     * scatter does not see coming.
     *
     * @param n invocations of each
     * @param nanosPerCall of one invocation, its untimed barrier included
     */
    public static int warmupsByCalls(int n, double nanosPerCall) {
        double most = Math.max(1, Math.min(WARMUPS_BY_TIME, WARMUP_NANOS_BY_CALLS / (n * nanosPerCall)));
        return (int) Math.min(most, (CALLS_TO_COMPILE + n - 1L) / n);
    }

    /**
     * How many warm-up iterations a benchmark without ranks makes at least, for which no pilot searches: 25, or as many as take two seconds if that is fewer. Text made and read by a library takes
     * that long to be compiled.
     *
     * @param iterationMillis how long each lasts
     */
    public static int warmupsByTime(long iterationMillis) {
        return (int) Math.min(WARMUPS_BY_TIME, Math.max(1, WARMUP_MILLIS_BY_TIME / iterationMillis));
    }

    /**
     * The most warm-up iterations of a launch, unless more were asked for: they take no longer than the pilot may search.
     *
     * @param n invocations of each
     * @param nanosPerCall of one invocation, its untimed barrier included
     * @param iterationMillis how long an iteration should last
     * @return at most {@value #MOST_WARMUPS}
     */
    public static int mostWarmups(int n, double nanosPerCall, long iterationMillis) {
        return (int)
                Math.min(MOST_WARMUPS, PilotLimits.searchNanos(iterationMillis) / (n * nanosPerCall + BETWEEN_NANOS));
    }
}
