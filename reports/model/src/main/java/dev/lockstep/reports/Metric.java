package dev.lockstep.reports;

import java.util.List;

/**
 * One of JMH's metrics.
 *
 * @param score its mean, in {@code unit}
 * @param unit as JMH names it, for example {@code us/op}
 * @param raw the measured values, by fork and then by iteration
 */
public record Metric(double score, Unit unit, List<List<Double>> raw) {
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
}
