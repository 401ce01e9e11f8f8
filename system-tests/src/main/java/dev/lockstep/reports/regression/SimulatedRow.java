package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.CellKey;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A benchmark that never ran: each launch has a speed of its own, each iteration differs from its launch's by half as much,
 * both lognormal.
 */
final class SimulatedRow {
    private static final int ITERATIONS = 5;

    private final CellKey key;
    private final double spread;
    private final ContinuousDistribution.Sampler normal;

    private SimulatedRow(CellKey key, double spread, ContinuousDistribution.Sampler normal) {
        this.key = key;
        this.spread = spread;
        this.normal = normal;
    }

    /**
     * The rows of a suite.
     *
     * @param spread the median standard deviation between launches, of the logarithm; that of a row differs from it by a
     *     lognormal factor with a standard deviation of 0.5
     */
    static List<SimulatedRow> suite(int rows, double spread, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1).createSampler(random);
        return IntStream.range(0, rows)
                .mapToObj(i -> new SimulatedRow(
                        CellKey.of("simulated.Suite.row" + i, "avgt", Map.of(), 1),
                        spread * Math.exp(0.5 * normal.sample()),
                        normal))
                .toList();
    }

    RowId id() {
        return new RowId(key, "");
    }

    /** So many launches, which cost so many times one microsecond. */
    JmhResult result(int launches, double times) {
        List<List<Double>> raw =
                Stream.generate(() -> launch(times)).limit(launches).toList();
        Metric score = new Metric(times, Unit.of("us/op"), raw);
        return new JmhResult(key, launches, 1, new JmhResult.Jvm("17", "none", "17", List.of()), score, Map.of());
    }

    private List<Double> launch(double times) {
        double speed = times * Math.exp(spread * normal.sample());
        return Stream.generate(() -> speed * Math.exp(spread / 2 * normal.sample()))
                .limit(ITERATIONS)
                .toList();
    }
}
