package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Trigamma;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What rows have in common, found again in variances that were made of it. The seed is fixed. */
class PriorTest {
    private static final int DEGREES = 8;
    private static final double VARIANCE = 1e-4;

    /** As many variances, whose own truths scatter by a prior of so many degrees; infinite for none. */
    private static double[] variances(int rows, double prior) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(20261120L);
        ContinuousDistribution.Sampler own = ChiSquaredDistribution.of(DEGREES).createSampler(random);
        ContinuousDistribution.Sampler truth = Double.isInfinite(prior)
                ? () -> 1
                : ChiSquaredDistribution.of(prior).createSampler(random);
        double scale = Double.isInfinite(prior) ? 1 : prior;
        double[] variances = new double[rows];
        for (int i = 0; i < rows; i++) {
            variances[i] = VARIANCE * scale / truth.sample() * own.sample() / DEGREES;
        }
        return variances;
    }

    private static int[] degrees(double[] variances) {
        int[] degrees = new int[variances.length];
        Arrays.fill(degrees, DEGREES);
        return degrees;
    }

    private static Prior fitted(double[] variances) {
        return Prior.of(variances, degrees(variances)).orElseThrow();
    }

    @Test
    void isFoundAgain() {
        Prior prior = fitted(variances(2000, 6));

        assertThat(prior.degrees()).isBetween(5.0, 8.0);
        assertThat(prior.variance()).isCloseTo(VARIANCE, within(0.1 * VARIANCE));
    }

    @Test
    void variancesThatDifferByChanceOnlyAreOne() {
        Prior prior = fitted(variances(2000, Double.POSITIVE_INFINITY));

        assertThat(prior.degrees()).isGreaterThan(50);
        assertThat(prior.variance()).isCloseTo(VARIANCE, within(0.05 * VARIANCE));
        Prior sure = new Prior(Double.POSITIVE_INFINITY, VARIANCE, 0);
        assertThat(sure.moderated(100 * VARIANCE, DEGREES)).isEqualTo(VARIANCE);
    }

    @Test
    void wildRowsTakeNoPartAndDoNotBorrow() {
        double[] variances = variances(2000, 6);
        for (int i = 0; i < variances.length; i += 10) {
            variances[i] *= 1e4;
        }
        Prior prior = fitted(variances);

        assertThat(prior.degrees()).isBetween(4.0, 9.0);
        assertThat(prior.variance()).isCloseTo(VARIANCE, within(0.15 * VARIANCE));
        assertThat(prior.covers(1e4 * VARIANCE, DEGREES)).isFalse();
        assertThat(prior.covers(VARIANCE, DEGREES)).isTrue();
        assertThat(prior.covers(0, DEGREES)).isTrue();
    }

    @Test
    void shrinksByDegrees() {
        assertThat(new Prior(4, 2e-4, 0).moderated(4e-4, 4)).isCloseTo(3e-4, within(1e-12));
        assertThat(new Prior(8, 2e-4, 0).moderated(5e-4, 4)).isCloseTo(3e-4, within(1e-12));
    }

    @Test
    void fewRowsOrOnesThatNeverScatterHaveNone() {
        double[] nine = variances(9, 6);
        assertThat(Prior.of(nine, degrees(nine))).isEmpty();
        double[] exact = variances(20, 6);
        Arrays.fill(exact, 0, 11, 0);
        assertThat(Prior.of(exact, degrees(exact))).isEmpty();
        assertThat(Prior.of(new double[0], new int[0])).isEmpty();
    }

    @Test
    void someRowsWithoutScatterAreNoHindrance() {
        double[] variances = variances(200, 6);
        Arrays.fill(variances, 0, 20, 0);
        Prior prior = fitted(variances);

        assertThat(prior.degrees()).isBetween(2.0, 20.0);
        assertThat(prior.variance()).isCloseTo(VARIANCE, within(0.3 * VARIANCE));
    }

    @Test
    void theOrderOfRowsDoesNotMatter() {
        double[] variances = variances(500, 6);
        double[] backwards = new double[variances.length];
        for (int i = 0; i < backwards.length; i++) {
            backwards[i] = variances[backwards.length - 1 - i];
        }
        assertThat(fitted(backwards)).isEqualTo(fitted(variances));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-5, 0.01, 0.5, 1, 3, 100, 1e5})
    void theInverseOfTrigammaIsThat(double x) {
        assertThat(Prior.inverseTrigamma(Trigamma.value(x))).isCloseTo(x, within(1e-9 * x));
    }

    /** Of 1 it is π²/6, of 1/2 π²/2. */
    @Test
    void theInverseOfTrigammaKnowsPi() {
        assertThat(Prior.inverseTrigamma(Math.PI * Math.PI / 6)).isCloseTo(1, within(1e-10));
        assertThat(Prior.inverseTrigamma(Math.PI * Math.PI / 2)).isCloseTo(0.5, within(1e-10));
    }
}
