package dev.lockstep.reports.regression;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests the rows of a suite. In each kind of rows variances are shrunk towards a {@link Prior}; where there is none,
 * where one side has at least twice the other's launches, and where a row scatters far more than the others, the test
 * is Welch's. Benjamini and Hochberg's procedure decides over all rows, of "slower" and of "faster" by itself. A row that
 * cannot be called takes part with a p of 1: rows that truly differ by less than the floor would otherwise raise the
 * limit for rows that do not differ.
 */
final class Inference {
    /** The share outside the interval, on either side. */
    static final double TAIL = 0.025;

    private static final double POWER = 0.8;

    private final Map<String, Prior> priors;

    /**
     * A row to test.
     *
     * @param base logarithms of what base's launches cost, at least two
     * @param head likewise
     * @param floor the change that is none
     * @param kind rows of one kind have a prior together
     * @param doubted whether launches differ in more than the change
     */
    record Candidate(double[] base, double[] head, double floor, String kind, boolean doubted) {
        boolean unequal() {
            return Math.max(base.length, head.length) >= 2 * Math.min(base.length, head.length);
        }
    }

    /** Quantiles of Student's t: of the interval, of a single row that is called in its suite, and of the power. */
    private record Quantiles(double interval, double alone, double power) {
        static Quantiles of(double degrees, double alone) {
            TDistribution t = TDistribution.of(degrees);
            return new Quantiles(
                    t.inverseSurvivalProbability(TAIL),
                    t.inverseSurvivalProbability(alone),
                    t.inverseCumulativeProbability(POWER));
        }
    }

    private Inference(Map<String, Prior> priors) {
        this.priors = Map.copyOf(priors);
    }

    /** Fits the priors of these rows. */
    static Inference of(List<Candidate> rows) {
        Map<String, Prior> priors = new HashMap<>();
        rows.stream()
                .filter(row -> !row.unequal())
                .collect(Collectors.groupingBy(Candidate::kind))
                .forEach((kind, alike) -> Prior.of(
                                alike.stream()
                                        .mapToDouble(row -> TTest.variance(row.base, row.head))
                                        .toArray(),
                                alike.stream()
                                        .mapToInt(row -> TTest.degrees(row.base, row.head))
                                        .toArray())
                        .ifPresent(prior -> priors.put(kind, prior)));
        return new Inference(priors);
    }

    /** The prior of a kind of rows. */
    Optional<Prior> prior(String kind) {
        return Optional.ofNullable(priors.get(kind));
    }

    /**
     * The outcome for each row, in their order.
     *
     * @param rate of false discoveries
     */
    List<Row.Tested> test(List<Candidate> rows, double rate) {
        Map<Double, Quantiles> quantiles = new ConcurrentHashMap<>();
        double alone = Math.min(TAIL, rate / rows.size());
        List<Row.Tested> outcomes =
                rows.parallelStream().map(row -> tested(row, alone, quantiles)).toList();
        double[] slower = FalseDiscovery.adjusted(
                outcomes.stream().mapToDouble(Row.Tested::qSlower).toArray());
        double[] faster = FalseDiscovery.adjusted(
                outcomes.stream().mapToDouble(Row.Tested::qFaster).toArray());
        return IntStream.range(0, slower.length)
                .mapToObj(i -> outcomes.get(i).among(slower[i], faster[i]))
                .toList();
    }

    private TTest test(Candidate row) {
        return prior(row.kind)
                .filter(of -> !row.unequal()
                        && of.covers(TTest.variance(row.base, row.head), TTest.degrees(row.base, row.head)))
                .map(of -> TTest.moderated(row.base, row.head, of))
                .orElseGet(() -> TTest.welch(row.base, row.head));
    }

    /** The outcome by itself: its q are what it takes part with. */
    private Row.Tested tested(Candidate row, double alone, Map<Double, Quantiles> quantiles) {
        TTest test = test(row);
        Quantiles t = quantiles.computeIfAbsent(test.degrees(), degrees -> Quantiles.of(degrees, alone));
        double half = t.interval * test.error();
        double called = Math.max(Math.log1p(row.floor), t.alone * test.error());
        double ratio = Math.exp(test.difference());
        double low = Math.exp(test.difference() - half);
        double high = Math.exp(test.difference() + half);
        double slower = test.pSlower();
        double faster = test.pFaster();
        return new Row.Tested(
                ratio,
                low,
                high,
                slower,
                ratio > 1 + row.floor && low > 1 && !row.doubted ? slower : 1,
                faster,
                ratio < 1 / (1 + row.floor) && high < 1 && !row.doubted ? faster : 1,
                Math.expm1(called + t.power * test.error()),
                row.doubted);
    }
}
