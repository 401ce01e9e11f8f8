package dev.lockstep.reports;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A number that was measured in several launches. They are the sampling unit of every interval (docs/method.md, point 7).
 *
 * @param mean of all launches, each of which counts once, however many iterations it had; the score of a file that does
 *     not say what its launches measured
 * @param means of the launches, by their numbers
 */
public record Launches(double mean, SortedMap<Integer, Double> means) {
    /** With so few launches, the launches are shown, and no interval. */
    public static final int FEWEST = 3;

    public Launches {
        means = Collections.unmodifiableSortedMap(new TreeMap<>(means));
    }

    /** A metric's launches that count; with numbers from 1 if {@code numbers} are not as many as the metric has. */
    static Launches of(Metric metric, List<Integer> numbers) {
        List<List<Double>> each = metric.raw();
        SortedMap<Integer, Double> means = new TreeMap<>();
        for (int i = 0; i < each.size(); i++) {
            int number = numbers.size() == each.size() ? numbers.get(i) : i + 1;
            each.get(i).stream().mapToDouble(Double::doubleValue).average().ifPresent(mean -> means.put(number, mean));
        }
        return of(metric.score(), means);
    }

    static Launches of(double score, SortedMap<Integer, Double> means) {
        return new Launches(
                means.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(score),
                means);
    }

    /** The error bar of the mean. */
    public Spread spread() {
        Collection<Double> values = means.values();
        if (values.size() < 2 || !values.stream().allMatch(Double::isFinite)) {
            return new Spread(mean, mean, Spread.Kind.NONE);
        }
        if (values.size() < FEWEST) {
            return new Spread(Collections.min(values), Collections.max(values), Spread.Kind.BOTH_LAUNCHES);
        }
        double half =
                Spread.half(values.stream().mapToDouble(Double::doubleValue).toArray());
        return new Spread(mean - half, mean + half, Spread.Kind.CONFIDENCE);
    }

    /** This number over another: of the geometric means where they have an interval, else of the means. */
    public double ratioTo(Launches other) {
        return Ratio.of(this, other, FEWEST).map(Ratio::ratio).orElse(mean / other.mean);
    }

    /** The number in another unit. */
    public Launches times(double factor) {
        SortedMap<Integer, Double> scaled = new TreeMap<>(means);
        scaled.replaceAll((number, value) -> value * factor);
        return new Launches(mean * factor, scaled);
    }
}
