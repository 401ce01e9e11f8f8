package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.reports.regression.Inference.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The procedure on simulated launches: what it calls, and what it does not. The seeds are fixed, so these are no lotteries. */
class InferenceTest {
    private static final double FLOOR = 0.03;
    private static final double RATE = Settings.DEFAULT.falseDiscoveryRate();
    private static final String KIND = "alone";

    /** Rows of five launches a side, whose logarithms scatter normally. */
    private static List<Candidate> rows(int count, double spread, double ratio, long seed) {
        return rows(count, 5, 5, spread, ratio, seed);
    }

    private static List<Candidate> rows(int count, int base, int head, double spread, double ratio, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ContinuousDistribution.Sampler noise = NormalDistribution.of(0, spread).createSampler(random);
        return IntStream.range(0, count)
                .mapToObj(i ->
                        new Candidate(side(noise, base, 0), side(noise, head, Math.log(ratio)), FLOOR, KIND, false))
                .toList();
    }

    private static double[] side(ContinuousDistribution.Sampler noise, int launches, double mean) {
        return IntStream.range(0, launches)
                .mapToDouble(k -> mean + noise.sample())
                .toArray();
    }

    private static List<Row.Tested> tested(List<Candidate> rows) {
        return Inference.of(rows).test(rows, RATE);
    }

    private static long slower(List<Row.Tested> rows) {
        return rows.stream().filter(row -> row.qSlower() <= RATE).count();
    }

    private static long faster(List<Row.Tested> rows) {
        return rows.stream().filter(row -> row.qFaster() <= RATE).count();
    }

    private static <T> List<T> both(List<T> some, List<T> more) {
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    @ParameterizedTest
    @CsvSource({"0.005", "0.02", "0.10"})
    void ofWhatIsTheSameNearlyNothingIsCalled(double spread) {
        List<Row.Tested> rows = tested(rows(1000, spread, 1, 5));

        assertThat(slower(rows)).isLessThanOrEqualTo(2);
        assertThat(faster(rows)).isLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"0.005, 1.05, 95", "0.01, 1.05, 90", "0.03, 1.10, 90", "0.05, 1.25, 95"})
    void whatIsSlowerIsCalled(double spread, double ratio, int atLeast) {
        assertThat(slower(tested(rows(100, spread, ratio, 11)))).isGreaterThanOrEqualTo(atLeast);
        assertThat(faster(tested(rows(100, spread, 1 / ratio, 11)))).isGreaterThanOrEqualTo(atLeast);
    }

    /** Half of the rows are slower by 1%, and so steady that this is certain: none of these, and no other, may be called. */
    @Test
    void whatIsCertainAndSmallDoesNotMakeNoiseSignificant() {
        List<Candidate> quiet = rows(500, 0.001, 1.01, 6);
        List<Candidate> noisy = rows(500, 0.05, 1, 7).stream()
                .map(row -> new Candidate(row.base(), row.head(), FLOOR, "noisy", false))
                .toList();
        List<Row.Tested> rows = tested(both(quiet, noisy));

        assertThat(rows.subList(0, 500)).allMatch(row -> row.pSlower() < 0.001 && row.qSlower() == 1);
        assertThat(slower(rows)).isLessThanOrEqualTo(1);
    }

    @Test
    void theIntervalOfWhatIsCalledExcludesOne() {
        List<Row.Tested> rows = tested(both(rows(300, 0.03, 1.06, 8), rows(100, 0.03, 0.94, 9)));

        assertThat(slower(rows)).isGreaterThan(100);
        assertThat(rows).filteredOn(row -> row.qSlower() <= RATE).allMatch(row -> row.low() > 1 && row.ratio() > 1.03);
        assertThat(rows)
                .filteredOn(row -> row.qFaster() <= RATE)
                .isNotEmpty()
                .allMatch(row -> row.high() < 1 && row.ratio() < 1 / 1.03);
    }

    /** 95% of 2,000 intervals, within four standard errors of 0.5%. */
    @Test
    void intervalsHoldTheTruthAsOftenAsTheySay() {
        long held = tested(rows(2000, 0.03, 1.05, 10)).stream()
                .filter(row -> row.low() <= 1.05 && 1.05 <= row.high())
                .count();
        assertThat(held / 2000.0).isBetween(0.93, 0.97);
    }

    @Test
    void whatIsDoubtedIsNeitherCalledNorAnArgument() {
        List<Candidate> rows = rows(20, 0.01, 1.2, 12).stream()
                .map(row -> new Candidate(row.base(), row.head(), FLOOR, KIND, true))
                .toList();
        assertThat(tested(rows)).allMatch(row -> row.doubted() && row.qSlower() == 1 && row.pSlower() < 1e-6);
    }

    /** Degrees of freedom show in the interval: Welch's has eight at most. */
    private static double half(Row.Tested row) {
        return Math.log(row.high() / row.low()) / 2;
    }

    private static double welchs(Candidate row) {
        TTest test = TTest.welch(row.base(), row.head());
        return test.error() * TDistribution.of(test.degrees()).inverseSurvivalProbability(0.025);
    }

    @Test
    void fewRowsAndUnequalSidesAreWelchs() {
        List<Candidate> nine = rows(9, 0.02, 1, 13);
        List<Candidate> ten = rows(10, 0.02, 1, 13);
        List<Candidate> unequal = rows(20, 5, 10, 0.02, 1, 14);
        List<Candidate> nearly = rows(20, 5, 9, 0.02, 1, 14);

        assertThat(half(tested(nine).get(0))).isCloseTo(welchs(nine.get(0)), within(1e-12));
        assertThat(half(tested(ten).get(0))).isNotCloseTo(welchs(ten.get(0)), within(1e-6));
        assertThat(half(tested(unequal).get(0))).isCloseTo(welchs(unequal.get(0)), within(1e-12));
        assertThat(half(tested(nearly).get(0))).isNotCloseTo(welchs(nearly.get(0)), within(1e-6));
    }

    @Test
    void kindsHavePriorsOfTheirOwn() {
        List<Candidate> quiet = rows(50, 0.005, 1, 15);
        List<Candidate> noisy = rows(50, 0.05, 1, 16).stream()
                .map(row -> new Candidate(row.base(), row.head(), FLOOR, "communicating", false))
                .toList();
        Inference both = Inference.of(both(quiet, noisy));

        assertThat(both.prior(KIND)).isEqualTo(Inference.of(quiet).prior(KIND));
        assertThat(both.prior(KIND).orElseThrow().variance()).isCloseTo(0.005 * 0.005, within(1e-5));
        assertThat(both.prior("communicating").orElseThrow().variance()).isCloseTo(0.05 * 0.05, within(1e-3));
    }

    @Test
    void aWildRowOfASteadySuiteStandsForItself() {
        Candidate wild = rows(1, 0.3, 1, 17).get(0);
        List<Candidate> rows = both(rows(50, 0.01, 1, 18), List.of(wild));

        assertThat(half(tested(rows).get(50))).isCloseTo(welchs(wild), within(1e-12));
    }

    @Test
    void identicalLaunchesAreNoChangeAndNoError() {
        double[] same = {1, 1, 1, 1, 1};
        List<Candidate> rows = Collections.nCopies(20, new Candidate(same, same, FLOOR, KIND, false));

        assertThat(tested(rows))
                .allSatisfy(row ->
                        assertThat(row).isEqualTo(new Row.Tested(1, 1, 1, 0.5, 1, 0.5, 1, row.detectable(), false)))
                .allSatisfy(row -> assertThat(row.detectable()).isCloseTo(FLOOR, within(1e-12)));
    }

    /** One slow row of a suite of a hundred; of 40 tries four fifths are 32, give or take 2.5. */
    @ParameterizedTest
    @CsvSource({"0.01", "0.03"})
    void whatIsCalledDetectableIsDetectedInFourOfFive(double spread) {
        List<Candidate> same = rows(99, spread, 1, 22);
        double detectable = tested(same).stream()
                .mapToDouble(Row.Tested::detectable)
                .average()
                .orElseThrow();
        long found = rows(40, spread, 1 + detectable, 23).stream()
                .filter(slow -> tested(both(same, List.of(slow))).get(99).qSlower() <= RATE)
                .count();
        assertThat(found).isBetween(25L, 39L);
    }

    @Test
    void theOrderOfRowsDoesNotMatter() {
        List<Candidate> rows = new ArrayList<>(rows(50, 0.02, 1.05, 41));
        List<Row.Tested> forwards = tested(rows);
        Collections.reverse(rows);
        List<Row.Tested> backwards = new ArrayList<>(tested(rows));
        Collections.reverse(backwards);

        assertThat(backwards).isEqualTo(forwards);
    }
}
