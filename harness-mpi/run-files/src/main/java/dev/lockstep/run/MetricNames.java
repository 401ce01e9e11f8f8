package dev.lockstep.run;

/** The names of the metrics in JMH's results that a run adds to the score, beside those of {@code run.placement}. */
public final class MetricNames {
    /** In each iteration the mean of its fastest rank. */
    public static final String FASTEST = "ranks.min";

    /**
     * In each iteration the mean of its slowest rank. Averaged over iterations it is no less than OSU's "Max", the slowest
     * rank's overall mean.
     */
    public static final String SLOWEST = "ranks.max";

    /** What an empty synchronised operation read after each iteration, in nanoseconds. */
    public static final String FLOOR = "floor";

    /**
     * How far apart ranks left the barrier after each iteration, in nanoseconds; NaN where they have no clock in common, or one
     * cannot see a difference.
     */
    public static final String SKEW = "ranks.skew";

    private MetricNames() {}
}
