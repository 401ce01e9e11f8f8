package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The procedure on simulated forks: what it flags, and what it does not. The seeds are fixed, so these are no lotteries. */
class InferenceTest {
    private static final double FLOOR = 0.03;

    /** Base against itself, 300 rows for each spread: at most 1% may be flagged. */
    @ParameterizedTest
    @CsvSource({"0.005", "0.02", "0.05", "0.10"})
    void flagsAtMostOnePercentOfWhatIsTheSame(double spread) {
        Simulated simulated = new Simulated(5, 5, spread, spread / 2);
        int slower = 0;
        int faster = 0;
        for (int suite = 0; suite < 3; suite++) {
            for (Row.Tested row : Inference.of(simulated.pairs(100, 1, FLOOR, suite), Settings.DEFAULT)) {
                slower += row.qSlower() <= 0.01 ? 1 : 0;
                faster += row.qFaster() <= 0.01 ? 1 : 0;
            }
        }
        assertThat(slower).isLessThanOrEqualTo(3);
        assertThat(faster).isLessThanOrEqualTo(3);
    }

    /** The hardest case that is still no regression: exactly as much slower as the floor allows. */
    @Test
    void flagsFewOfThoseThatAreSlowerByJustTheFloor() {
        assertThat(SimulatedRates.slower(new Simulated(5, 5, 0.02, 0.01).pairs(300, 1 + FLOOR, FLOOR, 5)))
                .isLessThanOrEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({"0.005, 1.05, 95", "0.01, 1.10, 95", "0.02, 1.10, 90", "0.05, 1.25, 95"})
    void flagsWhatIsSlower(double spread, double ratio, int atLeast) {
        Simulated simulated = new Simulated(5, 5, spread, spread / 2);
        assertThat(SimulatedRates.slower(simulated.pairs(100, ratio, FLOOR, 11)))
                .isGreaterThanOrEqualTo(atLeast);
    }

    /** One slow row among 99 others; of 40 tries four fifths are 32, give or take 2.5. */
    @ParameterizedTest
    @CsvSource({"0.01", "0.03"})
    void whatIsCalledDetectableIsDetectedInFourOfFive(double spread) {
        Simulated simulated = new Simulated(5, 5, spread, spread / 2);
        List<Bootstrap.Pair> same = simulated.pairs(99, 1, FLOOR, 21);
        double detectable = Inference.of(simulated.pairs(100, 1, FLOOR, 22), Settings.DEFAULT).stream()
                .mapToDouble(Row.Tested::detectable)
                .average()
                .orElseThrow();
        int found = 0;
        for (Bootstrap.Pair slow : simulated.pairs(40, 1 + detectable, FLOOR, 23)) {
            List<Bootstrap.Pair> suite = new java.util.ArrayList<>(same);
            suite.add(0, slow);
            found += Inference.of(suite, Settings.DEFAULT).get(0).qSlower() <= 0.01 ? 1 : 0;
        }
        assertThat(found).isBetween(30, 38);
    }

    @Test
    void resamplesOnUntilTheSuiteIsNotTooLargeForASingleSlowRow() {
        Simulated simulated = new Simulated(5, 3, 0.002, 0.001);
        List<Bootstrap.Pair> suite = new java.util.ArrayList<>(simulated.pairs(1999, 1, FLOOR, 31));
        suite.addAll(simulated.pairs(1, 2, FLOOR, 32));

        List<Row.Tested> rows = Inference.of(suite, Settings.DEFAULT);

        assertThat(rows.get(1999).estimate().resamples()).isEqualTo(200_000);
        assertThat(rows.get(1999).qSlower()).isLessThanOrEqualTo(0.01);
        assertThat(rows.get(0).estimate().resamples()).isEqualTo(Bootstrap.RESAMPLES);
        assertThat(rows.stream().filter(row -> row.qSlower() <= 0.01)).hasSize(1);
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
        Estimate rate = one(new Bootstrap.Pair("row", fast, slow, Better.HIGHER, FLOOR));
        Estimate time = one(new Bootstrap.Pair("row", slow, fast, Better.LOWER, FLOOR));

        assertThat(rate.ratio()).isCloseTo(time.ratio(), within(1e-9));
        assertThat(rate.low()).isEqualTo(time.low());
        assertThat(rate.notSlower()).isZero();
    }

    @Test
    void dependsNeitherOnOrderNorOnParallelism() throws InterruptedException, ExecutionException {
        List<Bootstrap.Pair> pairs =
                new java.util.ArrayList<>(new Simulated(5, 5, 0.02, 0.01).pairs(200, 1.05, FLOOR, 41));
        List<Row.Tested> forwards = Inference.of(pairs, Settings.DEFAULT);
        Collections.reverse(pairs);
        ForkJoinPool one = new ForkJoinPool(1);
        List<Row.Tested> backwards =
                one.submit(() -> Inference.of(pairs, Settings.DEFAULT)).get();
        one.shutdown();
        Collections.reverse(backwards);

        assertThat(backwards).isEqualTo(forwards);
    }

    @Test
    void anotherSeedGivesOtherNumbersOfTheSameMeaning() {
        Bootstrap.Pair pair =
                new Simulated(5, 5, 0.02, 0.01).pairs(1, 1.05, FLOOR, 51).get(0);
        Estimate first = Bootstrap.estimate(pair, 1, 0, Bootstrap.RESAMPLES);
        Estimate second = Bootstrap.estimate(pair, 2, 0, Bootstrap.RESAMPLES);

        assertThat(second).isNotEqualTo(first);
        assertThat(second.ratio()).isEqualTo(first.ratio());
        assertThat(second.low()).isCloseTo(first.low(), within(0.005));
        assertThat(second.high()).isCloseTo(first.high(), within(0.005));
    }

    private static Estimate one(Bootstrap.Pair pair) {
        return Bootstrap.estimate(pair, 1, 0, Bootstrap.RESAMPLES);
    }
}
