package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResamplerTest {
    private static final int DRAWS = 200_000;

    @Test
    void drawsEverySequenceOfIterationsEquallyOften() {
        Map<Double, Integer> counts = new TreeMap<>();
        for (double mean : draw(new double[][] {{1, 3}})) {
            counts.merge(mean, 1, Integer::sum);
        }

        assertThat(counts.keySet()).containsExactly(1.0, 2.0, 3.0);
        assertThat(counts.get(1.0) / (double) DRAWS).isCloseTo(0.25, within(0.005));
        assertThat(counts.get(2.0) / (double) DRAWS).isCloseTo(0.5, within(0.005));
    }

    @Test
    void drawsForksFirst() {
        Map<Double, Integer> counts = new TreeMap<>();
        for (double mean : draw(new double[][] {{1, 1}, {2}})) {
            counts.merge(mean, 1, Integer::sum);
        }

        assertThat(counts.keySet()).containsExactly(1.0, 1.5, 2.0);
        assertThat(counts.get(1.5) / (double) DRAWS).isCloseTo(0.5, within(0.005));
    }

    /** Tables of one draw, of several, with iterations left over, and forks of different lengths: all the same law. */
    @ParameterizedTest
    @CsvSource({"1,1", "3,2", "5,5", "5,6", "4,10", "5,20", "3,70", "40,5", "2,5000"})
    void hasTheMeanAndVarianceOfDrawingOneByOne(int forks, int iterations) {
        UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(7L);
        double[][] data = new double[forks][];
        for (int f = 0; f < forks; f++) {
            data[f] = random.doubles(iterations + (f % 2 == 0 && forks % 2 == 0 ? 1 : 0))
                    .toArray();
        }
        double[] means = Arrays.stream(data)
                .mapToDouble(fork -> Arrays.stream(fork).average().orElseThrow())
                .toArray();
        double mean = Arrays.stream(means).average().orElseThrow();
        // Var = (variance of fork means + mean over forks of (variance within / iterations)) / forks
        double variance =
                Arrays.stream(means).map(m -> (m - mean) * (m - mean)).average().orElseThrow();
        for (int f = 0; f < forks; f++) {
            double own = means[f];
            variance += Arrays.stream(data[f])
                            .map(d -> (d - own) * (d - own))
                            .average()
                            .orElseThrow()
                    / data[f].length
                    / forks;
        }
        variance /= forks;

        double[] drawn = iterations > 1000 ? draw(data, 2000) : draw(data);

        double sampled = Arrays.stream(drawn).average().orElseThrow();
        double spread = Arrays.stream(drawn)
                .map(d -> (d - sampled) * (d - sampled))
                .average()
                .orElseThrow();
        assertThat(sampled).isCloseTo(mean, within(5 * Math.sqrt(variance / drawn.length) + 1e-12));
        assertThat(spread).isCloseTo(variance, within(variance * 10 / Math.sqrt(drawn.length) + 1e-12));
    }

    private double[] draw(double[][] data) {
        return draw(data, DRAWS);
    }

    private double[] draw(double[][] data, int count) {
        double[] means = new double[count];
        new Resampler(data, RandomSource.XO_SHI_RO_256_PP.create(42L)).draw(means);
        return Arrays.stream(means).map(m -> Math.rint(m * 1e12) / 1e12).toArray();
    }
}
