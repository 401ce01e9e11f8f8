package dev.lockstep.reports.regression;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Tests all pairs of a suite, in parallel, with as many resamples as the suite needs. Two families of one-sided tests:
 * "slower by more than the floor" and "faster by more than the floor". A resample that is inside the floor, or beyond
 * its other end, speaks against a change as much as one at the same speed, hence p = (1 + such resamples) / (resamples
 * + 1).
 *
 * <p>With B resamples no p is below 1/(B + 1), and in a large suite that may be too much for Benjamini and Hochberg
 * whatever the data. Rows with the least possible p are therefore resampled on until their number alone makes them
 * significant, or one of their resamples does turn out inside. That is at most (rows / rate) further resamples in all
 * per pass.
 */
final class Inference {
    private static final double POWER = 0.8;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final List<Bootstrap.Pair> pairs;
    private final Settings settings;
    private final int tests;
    private final Estimate[] estimates;

    private Inference(List<Bootstrap.Pair> pairs, Settings settings, int tests) {
        this.pairs = pairs;
        this.settings = settings;
        this.tests = tests;
        this.estimates = new Estimate[pairs.size()];
    }

    /** The outcome for each pair, in their order, if they are the whole suite. */
    static List<Row.Tested> of(List<Bootstrap.Pair> pairs, Settings settings) {
        return of(pairs, settings, pairs.size());
    }

    /**
     * The outcome for each pair, in their order.
     *
     * @param tests of the suite; a test beyond the pairs has a p of 1
     */
    static List<Row.Tested> of(List<Bootstrap.Pair> pairs, Settings settings, int tests) {
        Inference inference = new Inference(pairs, settings, tests);
        inference.resample(IntStream.range(0, pairs.size()).toArray(), 0, Bootstrap.RESAMPLES);
        int rounds = inference.refine(Estimate::notSlower, 1);
        inference.refine(Estimate::notFaster, rounds);
        return inference.outcomes();
    }

    private void resample(int[] which, int round, long resamples) {
        IntStream.of(which).parallel().forEach(row -> {
            Estimate estimate = Bootstrap.estimate(pairs.get(row), settings.seed(), round, resamples);
            estimates[row] = round == 0 ? estimate : estimates[row].plus(estimate);
        });
    }

    /** Draws more resamples for rows that need them; returns the next unused round. */
    private int refine(ToLongFunction<Estimate> inside, int firstRound) {
        int round = firstRound;
        while (true) {
            int[] least = IntStream.range(0, estimates.length)
                    .filter(i -> inside.applyAsLong(estimates[i]) == 0)
                    .toArray();
            if (least.length == 0) {
                return round;
            }
            long needed = (long) Math.ceil(tests / (settings.falseDiscoveryRate() * least.length));
            int[] lacking = IntStream.of(least)
                    .filter(i -> estimates[i].resamples() < needed)
                    .toArray();
            if (lacking.length == 0) {
                return round;
            }
            long most = IntStream.of(lacking)
                    .mapToLong(i -> needed - estimates[i].resamples())
                    .max()
                    .orElseThrow();
            resample(lacking, round, most);
            round++;
        }
    }

    private List<Row.Tested> outcomes() {
        double[] slower = new double[estimates.length];
        double[] faster = new double[estimates.length];
        for (int i = 0; i < estimates.length; i++) {
            slower[i] = estimates[i].pSlower();
            faster[i] = estimates[i].pFaster();
        }
        double[] slowerInSuite = FalseDiscovery.adjusted(slower, tests);
        double[] fasterInSuite = FalseDiscovery.adjusted(faster, tests);
        List<Row.Tested> outcomes = new ArrayList<>(estimates.length);
        for (int i = 0; i < estimates.length; i++) {
            double floor = pairs.get(i).floor();
            double detectable = (1 + floor) * Math.exp(deviations(pairs.get(i)) * estimates[i].spread()) - 1;
            outcomes.add(
                    new Row.Tested(estimates[i], slower[i], slowerInSuite[i], faster[i], fasterInSuite[i], detectable));
        }
        return outcomes;
    }

    /**
     * The distance of a slowdown from the floor, in standard deviations of the resampled ratio, at which it is flagged
     * with a probability of 80%, were it the only one of the suite (then its p must be at most rate / rows). Quantiles
     * of a normal distribution; resampling understates how much the ratio itself varies, by (forks - 1) / forks of the
     * variance.
     */
    private double deviations(Bootstrap.Pair pair) {
        double alone = settings.falseDiscoveryRate() / tests;
        int forks = Math.min(pair.base().length, pair.head().length);
        return NORMAL.inverseSurvivalProbability(alone)
                + NORMAL.inverseCumulativeProbability(POWER) * Math.sqrt(forks / (forks - 1.0));
    }
}
