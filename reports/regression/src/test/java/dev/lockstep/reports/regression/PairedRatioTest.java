package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.reports.regression.Paired.Pair;
import dev.lockstep.run.CellKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs of launches: by hand, and against a truth that is simulated. */
class PairedRatioTest {
    /** A machine on which the logarithm of what a launch costs is drift times its place in time, plus noise. */
    private record Machine(int pairs, double head, double noise, double drift) {
        /** As launched: base, head, base, in each round. */
        TreeMap<Integer, Pair> measured(UniformRandomProvider random) {
            ContinuousDistribution.Sampler sampler =
                    noise == 0 ? () -> 0 : NormalDistribution.of(0, noise).createSampler(random);
            Map<Integer, Double> bases = new HashMap<>();
            Map<Integer, Double> heads = new HashMap<>();
            int time = 0;
            for (int k = 1; k <= pairs; k++) {
                bases.put(2 * k - 1, drift * time++ + sampler.sample());
                heads.put(k, drift * time++ + Math.log(head) + sampler.sample());
                bases.put(2 * k, drift * time++ + sampler.sample());
            }
            return new TreeMap<>(Pair.of(bases, heads));
        }
    }

    private static PairedRatio ratio(Collection<Pair> pairs, ToDoubleFunction<Pair> which) {
        return PairedRatio.ofLogarithms(pairs.stream().mapToDouble(which).toArray());
    }

    private static Row row(TreeMap<Integer, Pair> pairs) {
        RowId id = new RowId(CellKey.of("a.B.c", "ss", Map.of(), 1), "");
        return Row.paired(id, Optional.empty(), Optional.empty(), pairs);
    }

    @Test
    void byHand() {
        // Mean 0.2, standard deviation 0.1; Student's t of 2 degrees of freedom has its 97.5% quantile at 4.302653.
        PairedRatio ratio = PairedRatio.ofLogarithms(new double[] {0.1, 0.2, 0.3});
        double half = 4.302653 * 0.1 / Math.sqrt(3);
        assertThat(ratio.ratio()).isCloseTo(Math.exp(0.2), within(1e-9));
        assertThat(ratio.low()).isCloseTo(Math.exp(0.2 - half), within(1e-6));
        assertThat(ratio.high()).isCloseTo(Math.exp(0.2 + half), within(1e-6));
        assertThat(ratio.pairs()).isEqualTo(3);
        assertThat(ratio.above()).isFalse();
        assertThat(ratio.times() + " " + ratio.interval()).isEqualTo("1.221× 0.953…1.566");
        assertThat(new PairedRatio(0.01234, 0.00098765, 120.4, 9).times()).isEqualTo("0.0123×");
        assertThat(new PairedRatio(0.01234, 0.00098765, 120.4, 9).interval()).isEqualTo("0.000988…120");
    }

    @Test
    void ofFewerThanThreePairsThereIsNoInterval() {
        for (double[] few : new double[][] {{Math.log(2)}, {Math.log(2), Math.log(2)}}) {
            PairedRatio ratio = PairedRatio.ofLogarithms(few);
            assertThat(ratio.ratio()).isCloseTo(2, within(1e-12));
            assertThat(ratio.interval()).isEmpty();
            assertThat(ratio.above() || ratio.below()).isFalse();
        }
    }

    @Test
    void aPairIsHeadOverBothBasesAroundIt() {
        var pairs = Pair.of(Map.of(1, 1.0, 2, 2.0, 3, 1.0, 4, 3.0, 5, 9.0), Map.of(1, 2.0, 2, 2.0, 3, 7.0));
        assertThat(pairs).hasSize(2);
        assertThat(pairs.get(1)).isEqualTo(new Pair(0.5, 1.0));
        assertThat(pairs.get(2)).isEqualTo(new Pair(0.0, -2.0));
    }

    @ParameterizedTest
    @CsvSource({"10, 0.01", "10, -0.05", "4, 0.2"})
    void aLinearDriftCancels(int pairs, double drift) {
        var measured = new Machine(pairs, 1.25, 0, drift).measured(null).values();
        PairedRatio head = ratio(measured, Pair::ratio);
        assertThat(head.ratio()).isCloseTo(1.25, within(1e-9));
        assertThat(head.high() - head.low()).isCloseTo(0, within(1e-9));
        PairedRatio same = ratio(measured, Pair::same);
        assertThat(same.ratio()).isCloseTo(1, within(1e-9));
        assertThat(same.above() || same.below()).isFalse();
    }

    /** 95% of all intervals hold the truth; of 4,000, that is 95% within four standard errors of 0.35%. */
    @ParameterizedTest
    @CsvSource({"10, 1.1, 0.03, 0", "10, 1, 0.2, 0.002", "12, 0.5, 0.05, -0.001", "30, 1, 0.05, 0"})
    void intervalsHoldTheTruthAsOftenAsTheySay(int pairs, double head, double noise, double drift) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(20261120L + pairs);
        Machine machine = new Machine(pairs, head, noise, drift);
        int runs = 4000;
        int held = 0;
        int heldSame = 0;
        for (int run = 0; run < runs; run++) {
            var measured = machine.measured(random).values();
            PairedRatio ratio = ratio(measured, Pair::ratio);
            PairedRatio same = ratio(measured, Pair::same);
            held += ratio.low() <= head && head <= ratio.high() ? 1 : 0;
            heldSame += same.low() <= 1 && 1 <= same.high() ? 1 : 0;
        }
        assertThat(held / (double) runs).isBetween(0.936, 0.964);
        assertThat(heldSame / (double) runs).isBetween(0.936, 0.964);
    }

    /** Of nothing but noise at most one in twenty is called a difference; of a difference of ten standard errors all are. */
    @Test
    void whatIsNoDifferenceIsSeldomCalledOne() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5);
        int called = 0;
        for (int run = 0; run < 2000; run++) {
            Row nothing = row(new Machine(10, 1, 0.03, 0.001).measured(random));
            called += nothing.verdict() == Verdict.NO_DIFFERENCE ? 0 : 1;
            Row slower = row(new Machine(10, 1.12, 0.03, 0.001).measured(random));
            assertThat(slower.verdict()).isEqualTo(Verdict.SLOWER);
        }
        assertThat(called / 2000.0).isBetween(0.02, 0.062);
    }

    @Test
    void fewPairsAreShownAndClaimNothing() {
        Row few = row(new Machine(9, 2, 0.01, 0).measured(RandomSource.XO_SHI_RO_256_PP.create(1)));
        assertThat(Words.verdict(few)).isEqualTo("no claim: fewer than 10 pairs");
        assertThat(few.ratio().orElseThrow()).isCloseTo(2, within(0.05));
        Row none = row(new TreeMap<>());
        assertThat(Words.verdict(none)).isEqualTo("no claim: no pair of launches is complete");
        assertThat(none.ratio()).isEmpty();
    }

    @Test
    void whatBaseDiffersFromItselfByIsNoDifference() {
        TreeMap<Integer, Pair> pairs = new TreeMap<>();
        for (int k = 1; k <= 10; k++) {
            pairs.put(k, new Pair(0.05 + 0.001 * k, 0.08));
        }
        Row row = row(pairs);
        assertThat(row.paired().orElseThrow().ratio().above()).isTrue();
        assertThat(Words.verdict(row)).isEqualTo("no difference shown: base differs from itself as much");
    }
}
