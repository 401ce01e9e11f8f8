package dev.lockstep.reports.regression;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;

/**
 * Benchmarks that never ran: every fork has a speed of its own, every iteration differs from its fork's, both lognormal.
 * Forks and iterations as many as one likes.
 *
 * @param forks of each side
 * @param iterations of each fork
 * @param forkSpread standard deviation between forks, of the logarithm
 * @param iterationSpread standard deviation between the iterations of a fork, of the logarithm
 */
record Simulated(int forks, int iterations, double forkSpread, double iterationSpread) {
    /** Pairs whose head costs {@code ratio} times what base costs. */
    List<Bootstrap.Pair> pairs(int count, double ratio, double floor, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        List<Bootstrap.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String key = "row " + i + " of " + seed;
            pairs.add(new Bootstrap.Pair(key, side(random, 1), side(random, ratio), Better.LOWER, floor));
        }
        return pairs;
    }

    private double[][] side(UniformRandomProvider random, double mean) {
        ContinuousDistribution.Sampler fork =
                LogNormalDistribution.of(Math.log(mean), forkSpread).createSampler(random);
        ContinuousDistribution.Sampler iteration =
                LogNormalDistribution.of(0, iterationSpread).createSampler(random);
        double[][] scores = new double[forks][iterations];
        for (double[] of : scores) {
            double speed = fork.sample();
            for (int i = 0; i < iterations; i++) {
                of[i] = speed * iteration.sample();
            }
        }
        return scores;
    }
}
