package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RatioTest {
    private static Launches exp(double... logs) {
        TreeMap<Integer, Double> means = new TreeMap<>();
        IntStream.range(0, logs.length).forEach(i -> means.put(10 * i, Math.exp(logs[i])));
        return new Launches(Double.NaN, means);
    }

    /**
     * Means 1.2 and 0.3; squared errors 0.01/3 and 0.02/5 (variances 0.01 and 0.02); degrees of freedom (0.0033333 +
     * 0.004)² / (0.0033333²/2 + 0.004²/4) = 5.3777778e-5 / 9.5555556e-6 = 5.627907, of which Student's 97.5% quantile is
     * 2.486668; so 0.9 ± 2.486668 √0.0073333 = 0.9 ± 0.212946.
     */
    @Test
    void isWelchsByHand() {
        double d = Math.sqrt(0.02);
        Ratio ratio = Ratio.of(exp(1.1, 1.2, 1.3), exp(0.3 - d, 0.3 + d, 0.3 - d, 0.3 + d, 0.3), 3)
                .orElseThrow();
        assertThat(Math.log(ratio.ratio())).isCloseTo(0.9, within(1e-9));
        assertThat(Math.log(ratio.high()) - 0.9).isCloseTo(0.9 - Math.log(ratio.low()), within(1e-9));
        assertThat(Math.log(ratio.high()) - 0.9).isCloseTo(0.212946, within(1e-6));
        assertThat(ratio.clearness()).isCloseTo(Math.log(ratio.low()), within(1e-9));
    }

    /** With as many launches of one variance on both sides it is the pooled t: 0.5 ± 2.776445 √(2 · 0.01/3). */
    @Test
    void isThePooledOneWhereBothSidesAreAlike() {
        Ratio ratio = Ratio.of(exp(0.9, 1, 1.1), exp(0.4, 0.5, 0.6), 3).orElseThrow();
        assertThat(Math.log(ratio.high())).isCloseTo(0.5 + 2.776445 * Math.sqrt(0.02 / 3), within(1e-6));
        Ratio turned = Ratio.of(exp(0.4, 0.5, 0.6), exp(0.9, 1, 1.1), 3).orElseThrow();
        assertThat(turned.high()).isCloseTo(1 / ratio.low(), within(1e-9));
        assertThat(turned.clearness()).isCloseTo(ratio.clearness(), within(1e-9));
    }

    @Test
    void whatHoldsOneIsNotClear() {
        assertThat(Ratio.of(exp(0, 0.1, 0.2), exp(0, 0.1, 0.3), 3).orElseThrow().clearness())
                .isNegative();
        assertThat(Ratio.of(exp(1, 1, 1), exp(1, 1, 1), 3)).contains(new Ratio(1, 1, 1));
    }

    @Test
    void fewerLaunchesThanNeededOrAnImpossibleOneMakeNone() {
        assertThat(Ratio.of(exp(1, 2, 3, 4), exp(1, 2, 3, 4, 5), 5)).isEmpty();
        assertThat(Ratio.of(exp(1, 2, 3, 4, 5), exp(1, 2, 3, 4), 5)).isEmpty();
        assertThat(Ratio.of(exp(1, 2, Double.NEGATIVE_INFINITY), exp(1, 2, 3), 3))
                .isEmpty();
    }

    @Test
    void intervalsHoldTheTruthAsOftenAsTheySay() {
        Random random = new Random(5);
        int held = 0;
        for (int run = 0; run < 4000; run++) {
            double[] few = random.doubles(5)
                    .map(x -> 0.2 + 0.02 * random.nextGaussian())
                    .toArray();
            double[] many =
                    random.doubles(8).map(x -> 0.1 * random.nextGaussian()).toArray();
            Ratio ratio = Ratio.of(exp(few), exp(many), 5).orElseThrow();
            held += ratio.low() <= Math.exp(0.2) && Math.exp(0.2) <= ratio.high() ? 1 : 0;
        }
        assertThat(held / 4000.0).isBetween(0.936, 0.964);
    }

    @Test
    void launchesTooFewForAnIntervalHaveARatioOfMeans() {
        TreeMap<Integer, Double> two = new TreeMap<>();
        Arrays.asList(1, 2).forEach(n -> two.put(n, 2.0 * n));
        assertThat(new Launches(3, two).ratioTo(new Launches(2, two))).isEqualTo(1.5);
    }
}
