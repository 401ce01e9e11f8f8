package dev.lockstep.reports.regression;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;

/**
 * What the rows of a suite have in common: their variances scatter as {@code variance × degrees / χ²(degrees)} does.
 * From moments of the logarithms of their variances (Smyth, Linear models and empirical Bayes methods, Statistical
 * Applications in Genetics and Molecular Biology 3, 2004, section 6.2).
 *
 * <p>Rows whose logarithm lies farther than three standard deviations from the median, by the median absolute
 * deviation, take no part: a few wild rows would make all others look uncertain. Those above it do not borrow either.
 *
 * @param degrees of freedom that the prior is worth; infinite if the variances scatter no more than chance has it
 * @param variance the typical one, of the logarithm of a launch's cost
 * @param most the logarithm of the variance up to which a row is one of them, as {@link #logarithm} has it
 */
record Prior(double degrees, double variance, double most) {
    /** With fewer rows there is no prior. */
    static final int ROWS = 10;

    /** Variances below this share of the median are taken for it, as limma does: the logarithm of zero is none. */
    private static final double LEAST = 1e-5;

    private static final double FAR = 3;

    /** The standard deviation of a normal distribution, in median absolute deviations. */
    private static final double OF_MEDIAN = 1.4826;

    /** So little scatter is none: the degrees would be millions. */
    private static final double NO_SCATTER = 1e-6;

    private static final double PRECISION = 1e-12;

    /**
     * The prior of some rows; empty of fewer than {@link #ROWS}, or if most have no variance at all.
     *
     * @param variances of the rows
     * @param degrees of freedom of each
     */
    static Optional<Prior> of(double[] variances, int[] degrees) {
        double least = LEAST * median(variances);
        if (variances.length < ROWS || least == 0) {
            return Optional.empty();
        }
        // In order of size: the same rows give the same sums, whichever comes first in the file.
        double[][] rows = IntStream.range(0, variances.length)
                .mapToObj(i -> new double[] {
                    logarithm(Math.max(variances[i], least), degrees[i]), Trigamma.value(degrees[i] / 2.0)
                })
                .sorted(Comparator.<double[]>comparingDouble(row -> row[0]).thenComparingDouble(row -> row[1]))
                .toArray(double[][]::new);
        double middle = median(Arrays.stream(rows).mapToDouble(row -> row[0]).toArray());
        double far = FAR
                * OF_MEDIAN
                * median(Arrays.stream(rows)
                        .mapToDouble(row -> Math.abs(row[0] - middle))
                        .toArray());
        List<double[]> near = Arrays.stream(rows)
                .filter(row -> Math.abs(row[0] - middle) <= far)
                .toList();
        double mean = near.stream().mapToDouble(row -> row[0]).average().orElseThrow();
        double squares = near.stream()
                .mapToDouble(row -> (row[0] - mean) * (row[0] - mean))
                .sum();
        double byChance = near.stream().mapToDouble(row -> row[1]).average().orElseThrow();
        double scatter = squares / (near.size() - 1) - byChance;
        if (scatter <= NO_SCATTER) {
            return Optional.of(new Prior(Double.POSITIVE_INFINITY, Math.exp(mean), middle + far));
        }
        double half = inverseTrigamma(scatter);
        return Optional.of(new Prior(2 * half, Math.exp(mean + Digamma.value(half) - Math.log(half)), middle + far));
    }

    /** The logarithm of a variance, less what it is off on average for being one of few values. */
    private static double logarithm(double variance, int degrees) {
        return Math.log(variance) - Digamma.value(degrees / 2.0) + Math.log(degrees / 2.0);
    }

    /** Whether a row is as the others are, or steadier. */
    boolean covers(double variance, int degrees) {
        return variance == 0 || logarithm(variance, degrees) <= most;
    }

    /** A row's variance, shrunk towards the others'. */
    double moderated(double own, int ownDegrees) {
        return Double.isInfinite(degrees) ? variance : (degrees * variance + ownDegrees * own) / (degrees + ownDegrees);
    }

    /** The x above 0 whose trigamma function is this value; that lies between 1/x and 1/x + 1/x². */
    static double inverseTrigamma(double value) {
        double low = 1 / value;
        double high = (1 + Math.sqrt(1 + 4 * value)) / (2 * value);
        while (high - low > PRECISION * high) {
            double middle = (low + high) / 2;
            if (Trigamma.value(middle) > value) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? 0 : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}
