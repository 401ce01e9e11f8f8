package dev.lockstep.reports.regression;

import dev.lockstep.run.MetricNames;
import dev.lockstep.run.placement.PlacementChoice;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The settings of a comparison.
 *
 * @param floor the relative change that is too small to matter: with 0.03, ratios from 1/1.03 to 1.03
 * @param falseDiscoveryRate of the verdict "regressed" over the suite, and separately of "improved"
 * @param statistic what a launch's cost is
 * @param allowed differences between base and head that do not keep rows from being compared
 * @param ignoredFlags arguments of the JVM that differ from run to run without meaning
 * @param overrides floors of single benchmarks; the last that matches counts
 * @param metrics secondary metrics to compare as well
 * @param placement of which iterations count
 */
public record Settings(
        double floor,
        double falseDiscoveryRate,
        Statistic statistic,
        Set<Difference> allowed,
        List<Pattern> ignoredFlags,
        List<Override> overrides,
        List<MetricRule> metrics,
        PlacementChoice.Wish placement) {

    /** A program waits for the slowest rank: it is the headline of collectives (docs/method.md, point 4). */
    private static final MetricRule SLOWEST =
            new MetricRule(MetricNames.SLOWEST, Optional.of(Better.LOWER), Optional.empty());

    /** The settings by default: a floor of 3%, 5% of false discoveries. */
    public static final Settings DEFAULT = new Settings(
            0.03,
            0.05,
            Statistic.MEDIAN,
            Set.of(),
            List.of(),
            List.of(),
            List.of(SLOWEST),
            PlacementChoice.Wish.COMMON);

    /** What a launch costs: of its iterations the median, which a stall now and then does not move, or the mean. */
    public enum Statistic {
        MEDIAN,
        MEAN
    }

    /** A difference that keeps two numbers from being compared unless it is allowed. */
    public enum Difference {
        JDK,
        FLAGS,
        CPU,
        /** The operations per iteration differ by more than a factor of two. */
        OPS
    }

    /**
     * A floor for some benchmarks.
     *
     * @param benchmark found in {@link RowId#text}
     * @param floor theirs
     */
    public record Override(Pattern benchmark, double floor) {}

    /**
     * A secondary metric to compare.
     *
     * @param metric its name, without a leading dot
     * @param better which way; empty to go by its unit
     * @param floor its own; empty for the benchmark's
     */
    public record MetricRule(String metric, Optional<Better> better, Optional<Double> floor) {}

    public Settings {
        allowed = Set.copyOf(allowed);
        ignoredFlags = List.copyOf(ignoredFlags);
        overrides = List.copyOf(overrides);
        metrics = List.copyOf(metrics);
    }

    /** The same settings with another rate of false discoveries. */
    Settings at(double rate) {
        return new Settings(floor, rate, statistic, allowed, ignoredFlags, overrides, metrics, placement);
    }

    /** The same settings for another placement. */
    public Settings in(PlacementChoice.Wish wish) {
        return new Settings(floor, falseDiscoveryRate, statistic, allowed, ignoredFlags, overrides, metrics, wish);
    }

    /** The rule for a secondary metric; none when it is not compared. */
    Optional<MetricRule> rule(String metric) {
        return metrics.stream().filter(rule -> rule.metric().equals(metric)).findFirst();
    }

    double floor(RowId row) {
        Optional<Double> own = rule(row.metric()).flatMap(MetricRule::floor);
        if (own.isPresent()) {
            return own.get();
        }
        double result = floor;
        for (Override override : overrides) {
            if (override.benchmark().matcher(row.text()).find()) {
                result = override.floor();
            }
        }
        return result;
    }
}
