package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LaunchesTest {
    private static final Unit NANOS = Unit.of("ns/op");

    private static Launches of(Map<Integer, Double> means) {
        return new Launches(
                means.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow(),
                new TreeMap<>(means));
    }

    @Test
    void aLaunchCountsOnceHoweverManyIterationsItHad() {
        Metric ragged = new Metric(99, NANOS, List.of(List.of(1.0, 1.0, 1.0, 1.0), List.of(), List.of(3.0)));
        Launches launches = Launches.of(ragged, List.of(2, 4, 5));
        assertThat(launches.mean()).isEqualTo(2);
        assertThat(launches.means()).containsExactly(Map.entry(2, 1.0), Map.entry(5, 3.0));
        assertThat(launches.spread()).isEqualTo(new Spread(1, 3, Spread.Kind.BOTH_LAUNCHES));
    }

    @Test
    void withoutLaunchesTheScoreIsAllThereIs() {
        Launches launches = Launches.of(new Metric(7, NANOS, List.of()), List.of());
        assertThat(launches.mean()).isEqualTo(7);
        assertThat(launches.spread()).isEqualTo(new Spread(7, 7, Spread.Kind.NONE));
    }

    /** The mean of 1, 2 and 3 is 2 ± 4.303 / √3. */
    @Test
    void theIntervalIsStudents() {
        Spread spread = of(Map.of(1, 1.0, 2, 2.0, 3, 3.0)).spread();
        assertThat(spread.kind()).isEqualTo(Spread.Kind.CONFIDENCE);
        assertThat(spread.half()).isCloseTo(2.484, within(0.001));
    }

    @Test
    void whatIsNoNumberHasNoInterval() {
        assertThat(of(Map.of(1, 1.0, 2, Double.POSITIVE_INFINITY, 3, 3.0))
                        .spread()
                        .kind())
                .isEqualTo(Spread.Kind.NONE);
    }

    /** Launches differ by a tenth, iterations within them by a fiftieth: iterations do not make an interval any narrower. */
    @Test
    void intervalsHoldTheMeanAsOftenAsTheySay() {
        Random random = new Random(16);
        int held = 0;
        for (int repeat = 0; repeat < 2000; repeat++) {
            List<List<Double>> raw = new ArrayList<>();
            for (int launch = 0; launch < 3 + repeat % 3; launch++) {
                double mean = 100 + 10 * random.nextGaussian();
                List<Double> iterations = new ArrayList<>();
                for (int i = 0; i < 3 + random.nextInt(5); i++) {
                    iterations.add(mean + 2 * random.nextGaussian());
                }
                raw.add(iterations);
            }
            Spread spread = Launches.of(new Metric(0, NANOS, raw), List.of()).spread();
            held += spread.low() <= 100 && 100 <= spread.high() ? 1 : 0;
        }
        assertThat(held).isBetween(1870, 1930);
    }
}
