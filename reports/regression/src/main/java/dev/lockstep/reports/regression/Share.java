package dev.lockstep.reports.regression;

import java.util.Locale;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * The share of times that something happened.
 *
 * @param count how often
 * @param of how often it might have
 */
public record Share(long count, long of) {
    private static final double TAIL = 0.025;

    /** The lower end of the 95% interval of Clopper and Pearson (Biometrika 26, 1934), as a share. */
    public double low() {
        return count == 0 ? 0 : BetaDistribution.of(count, of - count + 1.0).inverseCumulativeProbability(TAIL);
    }

    /** The upper end of that interval; 1 if {@code of} is 0. */
    public double high() {
        return count == of ? 1 : BetaDistribution.of(count + 1.0, of - count).inverseSurvivalProbability(TAIL);
    }

    /** The share in words: {@code 2 of 310, 0.65% (95% interval 0.08% to 2.31%)}. */
    @Override
    public String toString() {
        return of == 0
                ? "0 of 0"
                : String.format(
                        Locale.ROOT,
                        "%,d of %,d, %.2f%% (95%% interval %.2f%% to %.2f%%)",
                        count,
                        of,
                        100.0 * count / of,
                        100 * low(),
                        100 * high());
    }
}
