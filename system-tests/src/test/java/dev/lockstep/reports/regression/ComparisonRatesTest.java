package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.CellKey;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What error rates are measured with: launches that are dealt out, the rule of before, and shares. */
class ComparisonRatesTest {
    private static JmhResult result(String mode, String unit, List<List<Double>> raw) {
        return new JmhResult(
                CellKey.of("a.B.c", mode, Map.of(), 1),
                raw.size(),
                1,
                new JmhResult.Jvm("17", "vm", "17", List.of()),
                new Metric(1, Unit.of(unit), raw),
                Map.of());
    }

    private static List<List<Double>> launches(double... means) {
        return IntStream.range(0, means.length).mapToObj(i -> List.of(means[i])).toList();
    }

    @Test
    void launchesAreDealtOutInTurns() {
        Alternating times = Alternating.of(result("avgt", "us/op", launches(1, 2, 3, 4, 5, 6)))
                .orElseThrow();
        assertThat(times.sides().base()).isDeepEqualTo(new double[][] {{1}, {3}, {5}});
        assertThat(times.sides().head()).isDeepEqualTo(new double[][] {{2}, {4}, {6}});
        assertThat(times.slowed(2).sides().head()).isDeepEqualTo(new double[][] {{4}, {8}, {12}});
        Alternating rates = Alternating.of(result("thrpt", "ops/us", launches(1, 2, 3, 4, 5, 6)))
                .orElseThrow()
                .slowed(2);
        assertThat(rates.sides().head()).isDeepEqualTo(new double[][] {{1}, {3}, {5}});
        assertThat(rates.sides().base()).isDeepEqualTo(new double[][] {{1}, {2}, {3}});
        assertThat(Alternating.of(result("avgt", "us/op", launches(1, 2, 3, 4, 5))))
                .isEmpty();
    }

    @Test
    void whatRanElsewhereIsNotDealtOut() {
        List<List<Double>> raw =
                List.of(List.of(1.0), List.of(2.0), List.of(), List.of(4.0), List.of(5.0), List.of(6.0), List.of(7.0));
        Alternating row = Alternating.of(result("avgt", "us/op", raw)).orElseThrow();

        assertThat(row.sides().base()).isDeepEqualTo(new double[][] {{1}, {5}, {7}});
        assertThat(row.sides().head()).isDeepEqualTo(new double[][] {{2}, {4}, {6}});
    }

    @Test
    void theOldRuleFindsWhatIsFarAndNothingElse() {
        List<Alternating.Sides> rows = SimulatedRow.suite(20, 0.01, 1).stream()
                .map(row -> Alternating.of(row.result(10, 1)).orElseThrow())
                .map(row -> row.id().benchmark().endsWith("7") ? row.slowed(1.5) : row)
                .map(Alternating::sides)
                .toList();
        boolean[] slower = OldRule.slower(rows);

        assertThat(IntStream.range(0, 20).filter(i -> slower[i])).containsExactly(7, 17);
    }

    /** Clopper and Pearson: of none in 190 the upper end is 1 - 0.025^(1/190). */
    @Test
    void sharesHaveIntervals() {
        assertThat(new Share(0, 190).low()).isZero();
        assertThat(new Share(0, 190).high()).isCloseTo(1 - Math.pow(0.025, 1 / 190.0), within(1e-7));
        assertThat(new Share(190, 190).low()).isCloseTo(Math.pow(0.025, 1 / 190.0), within(1e-7));
        assertThat(new Share(190, 190).high()).isEqualTo(1);
    }
}
