package dev.lockstep.reports;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An error bar.
 *
 * @param low its lower end
 * @param high its upper end
 * @param kind what the two ends are
 */
public record Spread(double low, double high, Kind kind) {
    private static final double OUTSIDE = 0.05;

    public enum Kind {
        CONFIDENCE("95% confidence interval of the mean, by Student's t over launches"),
        BOTH_LAUNCHES("of two launches, both"),
        /** No interval could be computed. */
        NONE("none of a single launch");

        private final String meaning;

        Kind(String meaning) {
            this.meaning = meaning;
        }

        /** The meaning in words, for captions. */
        public String meaning() {
            return meaning;
        }
    }

    /**
     * Half of the 95% interval of a mean, by Student's t.
     *
     * @param values independent of each other, at least two
     * @return in their unit
     */
    public static double half(double[] values) {
        int n = values.length;
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return TDistribution.of(n - 1).inverseSurvivalProbability(OUTSIDE / 2) * Math.sqrt(squares / (n - 1) / n);
    }

    /** Half of its length. */
    public double half() {
        return (high - low) / 2;
    }
}
