package dev.lockstep.reports.regression;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * The share of times that something happened.
 *
 * @param count how often
 * @param of how often it might have
 */
record Share(long count, long of) {
    private static final double TAIL = 0.025;

    /** The lower end of the 95% interval of Clopper and Pearson (Biometrika 26, 1934), as a share. */
    double low() {
        return count == 0 ? 0 : BetaDistribution.of(count, of - count + 1.0).inverseCumulativeProbability(TAIL);
    }

    /** The upper end of that interval; 1 if {@code of} is 0. */
    double high() {
        return count == of ? 1 : BetaDistribution.of(count + 1.0, of - count).inverseSurvivalProbability(TAIL);
    }
}
