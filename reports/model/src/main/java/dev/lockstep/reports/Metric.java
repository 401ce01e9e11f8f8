package dev.lockstep.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One of JMH's metrics.
 *
 * @param score its mean, in {@code unit}
 * @param unit as JMH names it, for example {@code us/op}
 * @param raw the measured values, by fork and then by iteration
 */
public record Metric(double score, Unit unit, List<List<Double>> raw) {
    private static final double OUTSIDE = 0.01;
    private static final double LEAST_TREND = Math.log(1.03);

    public Metric {
        raw = raw.stream().map(Doubles::copyOf).toList();
    }

    /** The mean of each fork that measured anything: the sampling unit of every comparison (docs/method.md, point 7). */
    public List<Double> forkMeans() {
        return raw.stream()
                .filter(fork -> !fork.isEmpty())
                .map(fork ->
                        fork.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .toList();
    }

    /** The number of iterations of each fork. */
    List<Integer> sizes() {
        return raw.stream().map(List::size).toList();
    }

    /**
     * The metric of some iterations: their indices, by fork. The score is the mean of the forks' means; of a metric that
     * JMH adds up, such as {@code gc.count}, the sum.
     */
    Metric of(List<List<Integer>> iterations) {
        List<List<Double>> some = new ArrayList<>();
        for (int fork = 0; fork < raw.size(); fork++) {
            some.add(iterations.get(fork).stream().map(raw.get(fork)::get).toList());
        }
        double mean = new Metric(score, unit, some)
                .forkMeans().stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        boolean added = Math.abs(score - sum(raw)) <= 1e-9 * Math.abs(score);
        return new Metric(added ? sum(some) : mean, unit, some);
    }

    private static double sum(List<List<Double>> values) {
        return values.stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /**
     * Whether the values rose or fell over the iterations of their forks by more than 3%: the whole 99% interval says so.
     * Of each fork the slope of a straight line through the logarithms, by least squares; of these, one number a fork,
     * Student's t. Iterations are not pooled: those of one fork wander together. Fewer than three forks of three
     * iterations show nothing.
     *
     * @param iterations the indices of the values, by fork, ascending
     */
    public boolean isDrifting(List<List<Integer>> iterations) {
        int[] forks = IntStream.range(0, raw.size())
                .filter(fork -> raw.get(fork).size() >= Launches.FEWEST)
                .toArray();
        double[] slopes = IntStream.of(forks)
                .mapToDouble(fork -> slope(
                        raw.get(fork).stream().mapToDouble(Double::doubleValue).toArray(), iterations.get(fork)))
                .toArray();
        int last = IntStream.of(forks)
                .map(fork -> iterations.get(fork).get(raw.get(fork).size() - 1))
                .max()
                .orElse(0);
        return isDrifting(slopes, last);
    }

    /**
     * As {@link #isDrifting(List)}.
     *
     * @param slopes of the forks that have three iterations
     * @param last the index of the last iteration
     */
    public static boolean isDrifting(double[] slopes, int last) {
        double mean = 0;
        for (double slope : slopes) {
            mean += slope / slopes.length;
        }
        double beyond = Math.abs(mean) - LEAST_TREND / last;
        if (slopes.length < Launches.FEWEST || !Double.isFinite(mean) || beyond <= 0) {
            return false;
        }
        double squares = 0;
        for (double slope : slopes) {
            squares += (slope - mean) * (slope - mean);
        }
        double error = Math.sqrt(squares / (slopes.length - 1) / slopes.length);
        return TDistribution.of(slopes.length - 1).survivalProbability(beyond / error) < OUTSIDE / 2;
    }

    /** The slope of a fork's logarithms per iteration, by least squares. */
    public static double slope(double[] values, List<Integer> iterations) {
        double[] y = new double[values.length];
        double meanX = 0;
        double meanY = 0;
        for (int i = 0; i < y.length; i++) {
            y[i] = Math.log(values[i]);
            meanX += (double) iterations.get(i) / y.length;
            meanY += y[i] / y.length;
        }
        double both = 0;
        double squares = 0;
        for (int i = 0; i < y.length; i++) {
            double x = iterations.get(i) - meanX;
            both += x * (y[i] - meanY);
            squares += x * x;
        }
        return both / squares;
    }
}
