package dev.lockstep.harness.link;

/**
 * How long a pilot works on a cell, and a launch warms up on its account. All of it follows from how long an iteration lasts, so that short ones have a short pilot. Where ranks have more
 * threads than there are cores nothing is steady, and a short batch may cost next to nothing by chance: there the best batch of 30 ms within 0.25 s counts.
 *
 * @param batchNanos how long a batch lasts that is timed: 30 ms, or a third of an iteration if that is less
 * @param searchNanos how long the search for the steady state goes on, rests included: ten iterations, but at least 0.25 s and at most 1 s
 * @param searches false where there are more threads than cores, or where there is nothing to find
 */
public record PilotLimits(long batchNanos, long searchNanos, boolean searches) {
    private static final long LONGEST_BATCH = 30_000_000;
    private static final int REST = 3;
    private static final int ITERATIONS = 10;
    private static final long SHORTEST_SEARCH = 250_000_000;
    private static final long LONGEST_SEARCH = 1_000_000_000;

    /**
     * Those for cells of one launch.
     *
     * @param iterationMillis how long an iteration should last
     * @param searches whether a steady state is searched for
     */
    public static PilotLimits of(long iterationMillis, boolean searches) {
        return searches
                ? new PilotLimits(
                        Math.min(LONGEST_BATCH, iterationMillis * 1_000_000 / 3), searchNanos(iterationMillis), true)
                : new PilotLimits(LONGEST_BATCH, SHORTEST_SEARCH, false);
    }

    /** How long all ranks rest before each batch of a search, so that the JIT's threads have their cores: a third of it. */
    public long restNanos() {
        return searches ? batchNanos / REST : 0;
    }

    /** The most that a search takes, and that a launch warms up for because of it. */
    public static long searchNanos(long iterationMillis) {
        return Math.max(SHORTEST_SEARCH, Math.min(LONGEST_SEARCH, ITERATIONS * iterationMillis * 1_000_000));
    }
}
