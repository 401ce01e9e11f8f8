package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The procedure on simulated forks: what it flags, and what it does not. The seeds are fixed, so these are no lotteries. */
class InferenceTest {
    private static final double FLOOR = 0.03;
    private static final double RATE = Settings.DEFAULT.falseDiscoveryRate();

    private static long slower(List<Row.Tested> rows) {
        return rows.stream().filter(row -> row.qSlower() <= RATE).count();
    }

    private static List<Row.Tested> suite(double spread, int rows, double ratio, long seed) {
        return Inference.of(new Simulated(5, 5, spread, spread / 2).pairs(rows, ratio, FLOOR, seed), Settings.DEFAULT);
    }

    /**
     * Base against itself, and against what is slower by just the floor, the hardest case that is still no regression: 200
     * rows each. At most 1% may be flagged, and 2%.
     */
    @ParameterizedTest
    @CsvSource({"0.005, 1, 2", "0.02, 1, 2", "0.10, 1, 2", "0.02, 1.03, 4"})
    void flagsAtMostOnePercentOfWhatIsTheSame(double spread, double ratio, int most) {
        List<Row.Tested> rows = suite(spread, 200, ratio, 5);
        assertThat(slower(rows)).isLessThanOrEqualTo(most);
        assertThat(rows.stream().filter(row -> row.qFaster() <= RATE).count()).isLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({"0.005, 1.05, 95", "0.01, 1.10, 95", "0.02, 1.10, 90", "0.05, 1.25, 95"})
    void flagsWhatIsSlower(double spread, double ratio, int atLeast) {
        assertThat(slower(suite(spread, 100, ratio, 11))).isGreaterThanOrEqualTo(atLeast);
    }

    /** One slow row of a suite of a hundred; of 40 tries four fifths are 32, give or take 2.5. */
    @ParameterizedTest
    @CsvSource({"0.01", "0.03"})
    void whatIsCalledDetectableIsDetectedInFourOfFive(double spread) {
        double detectable = suite(spread, 100, 1, 22).stream()
                .mapToDouble(Row.Tested::detectable)
                .average()
                .orElseThrow();
        long found = new Simulated(5, 5, spread, spread / 2)
                .pairs(40, 1 + detectable, FLOOR, 23).stream()
                        .filter(slow -> slower(Inference.of(List.of(slow), Settings.DEFAULT, 100)) > 0)
                        .count();
        assertThat(found).isBetween(30L, 38L);
    }

    @Test
    void resamplesOnUntilTheSuiteIsNotTooLargeForASingleSlowRow() {
        Simulated simulated = new Simulated(5, 3, 0.002, 0.001);
        List<Bootstrap.Pair> some = new ArrayList<>(simulated.pairs(20, 1, FLOOR, 31));
        some.addAll(simulated.pairs(1, 2, FLOOR, 32));

        List<Row.Tested> rows = Inference.of(some, Settings.DEFAULT, 2000);

        assertThat(rows.get(20).estimate().resamples()).isEqualTo(200_000);
        assertThat(rows.get(20).qSlower()).isLessThanOrEqualTo(RATE);
        assertThat(rows.get(0).estimate().resamples()).isEqualTo(Bootstrap.RESAMPLES);
        assertThat(slower(rows)).isEqualTo(1);
    }

    /** A resample far on the other side of the floor supports a change as little as one inside it. */
    @Test
    void noiseOnBothSidesOfTheFloorIsNoChange() {
        double[][] wild = {{1}, {100}, {1}, {100}, {1}};
        double[][] too = {{100}, {1}, {100}, {1}, {100}};
        Row.Tested row = Inference.of(
                        List.of(new Bootstrap.Pair("wild", wild, too, Better.LOWER, FLOOR)), Settings.DEFAULT)
                .get(0);

        assertThat(row.pSlower()).isGreaterThan(0.05);
        assertThat(row.pFaster()).isGreaterThan(0.5);
        assertThat(row.pSlower() + row.pFaster()).isGreaterThanOrEqualTo(1);
    }

    @Test
    void whatIsBetterWhenHigherIsTurnedOver() {
        double[][] slow = {{100, 101}, {99, 100}, {100, 102}};
        double[][] fast = {{200, 201}, {199, 200}, {200, 202}};
        Estimate rate = estimate(new Bootstrap.Pair("row", fast, slow, Better.HIGHER, FLOOR), 1);
        Estimate time = estimate(new Bootstrap.Pair("row", slow, fast, Better.LOWER, FLOOR), 1);

        assertThat(rate.ratio()).isCloseTo(time.ratio(), within(1e-9));
        assertThat(rate.low()).isEqualTo(time.low());
        assertThat(rate.notSlower()).isZero();
    }

    @Test
    void dependsNeitherOnOrderNorOnParallelism() throws InterruptedException, ExecutionException {
        List<Bootstrap.Pair> pairs = new ArrayList<>(new Simulated(5, 5, 0.02, 0.01).pairs(50, 1.05, FLOOR, 41));
        List<Row.Tested> forwards = Inference.of(pairs, Settings.DEFAULT);
        Collections.reverse(pairs);
        ForkJoinPool one = new ForkJoinPool(1);
        List<Row.Tested> backwards =
                one.submit(() -> Inference.of(pairs, Settings.DEFAULT)).get();
        one.shutdown();
        Collections.reverse(backwards);

        assertThat(backwards).isEqualTo(forwards);
    }

    /** The interval's ends are those of drawing forks and then iterations one by one, and of another seed. */
    @Test
    void theIntervalHoldsNinetyNineOfAHundredResamples() {
        Bootstrap.Pair pair =
                new Simulated(5, 5, 0.02, 0.01).pairs(1, 1.05, FLOOR, 51).get(0);
        Random random = new Random(20261120);
        double[] ratios = IntStream.range(0, 20_000)
                .mapToDouble(i -> drawn(pair.head(), random) / drawn(pair.base(), random))
                .sorted()
                .toArray();
        Estimate first = estimate(pair, 1);
        Estimate second = estimate(pair, 2);

        assertThat(first.low()).isCloseTo(ratios[100], within(0.002));
        assertThat(first.high()).isCloseTo(ratios[20_000 - 100], within(0.002));
        assertThat(second.low()).isCloseTo(ratios[100], within(0.002)).isNotEqualTo(first.low());
        assertThat(second.ratio()).isEqualTo(first.ratio());
    }

    private static double drawn(double[][] forks, Random random) {
        double sum = 0;
        for (int f = 0; f < forks.length; f++) {
            double[] fork = forks[random.nextInt(forks.length)];
            for (int i = 0; i < fork.length; i++) {
                sum += fork[random.nextInt(fork.length)] / fork.length;
            }
        }
        return sum / forks.length;
    }

    private static Estimate estimate(Bootstrap.Pair pair, long seed) {
        return Bootstrap.estimate(pair, seed, 0, Bootstrap.RESAMPLES);
    }
}
