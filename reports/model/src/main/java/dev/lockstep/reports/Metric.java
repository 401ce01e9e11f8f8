package dev.lockstep.reports;

import java.util.List;

/**
 * One of JMH's metrics.
 *
 * @param score its mean, in {@code unit}
 * @param error half of JMH's 99.9% confidence interval, in {@code unit}; NaN when there were too few samples for one
 * @param unit as JMH names it, for example {@code us/op}
 * @param raw the measured values, by fork and then by iteration
 */
public record Metric(double score, double error, Unit unit, List<List<Double>> raw) {
    public Metric {
        raw = raw.stream().map(List::copyOf).toList();
    }

    /** The mean of each fork that measured anything: the sampling unit of every comparison (docs/method.md, point 7). */
    public List<Double> forkMeans() {
        return raw.stream()
                .filter(fork -> !fork.isEmpty())
                .map(fork ->
                        fork.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .toList();
    }

    /** The score's error bar: JMH's interval when there is one, otherwise the range of the forks' means. */
    public Spread spread() {
        if (Double.isFinite(error)) {
            return new Spread(score - error, score + error, Spread.Kind.CONFIDENCE);
        }
        List<Double> means = forkMeans();
        if (means.size() < 2) {
            return new Spread(score, score, Spread.Kind.NONE);
        }
        double low = means.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double high = means.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return new Spread(low, high, Spread.Kind.FORK_RANGE);
    }
}
