package dev.lockstep.reports;

import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The ratio of two numbers that were measured in launches independent of each other, with its 95% interval.
 *
 * <p>Its logarithm is the difference between the mean logarithms x and y of both sides' launches. The interval of that is
 * Welch's: x - y ± t √(u + v), where u and v are s²/n, the squared standard error of each mean, and t is the 97.5% quantile
 * of Student's t with (u + v)² / (u²/(m - 1) + v²/(n - 1)) degrees of freedom for m and n launches (Satterthwaite 1946,
 * Biometrics Bulletin 2, 110; Welch 1947, Biometrika 34, 28). All launches of both sides count, and the sides may have
 * different numbers of them; launches that belong together in pairs are the affair of claims.
 *
 * @param ratio of the geometric means
 * @param low lower end of the interval
 * @param high upper end of the interval
 */
public record Ratio(double ratio, double low, double high) {
    private static final double OUTSIDE = 0.05;

    private record Mean(double mean, double squaredError, int degrees) {
        static Mean of(Launches launches) {
            double[] logs =
                    launches.means().values().stream().mapToDouble(Math::log).toArray();
            double mean = DoubleStream.of(logs).average().orElseThrow();
            double squares =
                    DoubleStream.of(logs).map(x -> (x - mean) * (x - mean)).sum();
            return new Mean(mean, squares / (logs.length - 1) / logs.length, logs.length - 1);
        }
    }

    /**
     * The ratio of two numbers.
     *
     * @param over which, in the same unit
     * @param under which
     * @param least how many launches each must have, at least two
     * @return empty if one has fewer, or a launch that is not above zero
     */
    public static Optional<Ratio> of(Launches over, Launches under, int least) {
        if (over.means().size() < least || under.means().size() < least) {
            return Optional.empty();
        }
        Mean a = Mean.of(over);
        Mean b = Mean.of(under);
        double both = a.squaredError + b.squaredError;
        double middle = a.mean - b.mean;
        if (!Double.isFinite(middle) || !Double.isFinite(both)) {
            return Optional.empty();
        }
        double degrees = both * both / (square(a.squaredError) / a.degrees + square(b.squaredError) / b.degrees);
        double half =
                both == 0 ? 0 : TDistribution.of(degrees).inverseSurvivalProbability(OUTSIDE / 2) * Math.sqrt(both);
        return Optional.of(new Ratio(Math.exp(middle), Math.exp(middle - half), Math.exp(middle + half)));
    }

    private static double square(double x) {
        return x * x;
    }

    /** How far the nearer end of the interval is from 1, as a logarithm; below zero if the interval holds 1. */
    public double clearness() {
        return Math.max(Math.log(low), -Math.log(high));
    }
}
