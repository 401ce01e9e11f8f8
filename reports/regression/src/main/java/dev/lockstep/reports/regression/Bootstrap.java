package dev.lockstep.reports.regression;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Resamples rows. Each row's random numbers follow from the seed and its key alone, so results depend neither on the
 * order of rows nor on how many threads work at once.
 *
 * <p>The interval is the percentile one. It is known to be somewhat too narrow with few forks (with five, the variance
 * of a resampled mean is 4/5 of the right one); what that does to the rate of false alarms is measured, in
 * {@code reports/README.md}, rather than assumed.
 */
final class Bootstrap {
    /** The resamples of an interval. */
    static final int RESAMPLES = 10_000;

    private static final int BATCH = 500;

    /** The share outside the interval, both sides together. */
    private static final double OUTSIDE = 0.01;

    private Bootstrap() {}

    /**
     * A pair of samples.
     *
     * @param key that its random numbers follow from
     * @param base its scores, by fork
     * @param head its scores, by fork
     * @param better which way
     * @param floor the change that is none
     */
    record Pair(String key, double[][] base, double[][] head, Better better, double floor) {}

    /**
     * Resamples a pair.
     *
     * @param seed of the whole comparison
     * @param round 0 at first; another round gives other numbers
     * @param resamples how many
     */
    static Estimate estimate(Pair pair, long seed, int round, long resamples) {
        UniformRandomProvider random = random(pair.key(), seed, round);
        boolean lower = pair.better() == Better.LOWER;
        // Costs: of scores that are better when higher, the roles of base and head are exchanged.
        Resampler base = new Resampler(lower ? pair.base() : pair.head(), random);
        Resampler head = new Resampler(lower ? pair.head() : pair.base(), random);
        double[] bases = new double[BATCH];
        double[] heads = new double[BATCH];
        Extremes lowest = new Extremes((int) (OUTSIDE / 2 * (RESAMPLES + 1)));
        Extremes highest = new Extremes((int) (OUTSIDE / 2 * (RESAMPLES + 1)));
        double slower = 1 + pair.floor();
        double faster = 1 / slower;
        double sum = 0;
        double squares = 0;
        long beyondSlower = 0;
        long beyondFaster = 0;
        for (long left = resamples; left > 0; left -= BATCH) {
            base.draw(bases);
            head.draw(heads);
            int drawn = (int) Math.min(left, BATCH);
            // Three plain loops, which the JIT compiles to much faster code than one.
            for (int i = 0; i < drawn; i++) {
                heads[i] /= bases[i];
            }
            for (int i = 0; i < drawn; i++) {
                double ratio = heads[i];
                // No number (0/0) is neither.
                beyondSlower += ratio > slower ? 1 : 0;
                beyondFaster += ratio < faster ? 1 : 0;
                sum += ratio;
                squares += ratio * ratio;
            }
            for (int i = 0; i < drawn; i++) {
                lowest.add(heads[i]);
                highest.add(-heads[i]);
            }
        }
        double mean = sum / resamples;
        double spread = Math.sqrt(Math.max(0, squares / resamples - mean * mean)) / mean;
        double observed = mean(pair.head()) / mean(pair.base());
        return new Estimate(
                lower ? observed : 1 / observed,
                lowest.last(),
                -highest.last(),
                spread,
                resamples,
                resamples - beyondSlower,
                resamples - beyondFaster);
    }

    private static double mean(double[][] forks) {
        double total = 0;
        for (double[] fork : forks) {
            double sum = 0;
            for (double score : fork) {
                sum += score;
            }
            total += sum / fork.length;
        }
        return total / forks.length;
    }

    private static UniformRandomProvider random(String key, long seed, int round) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                    .putLong(seed)
                    .putInt(round)
                    .flip());
            ByteBuffer hash = ByteBuffer.wrap(digest.digest(key.getBytes(StandardCharsets.UTF_8)));
            long[] state = {hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong()};
            return RandomSource.XO_SHI_RO_256_PP.create(state);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The smallest of many numbers: all that an interval's end needs, without sorting the rest. */
    private static final class Extremes {
        private final double[] sorted;
        private int size;

        Extremes(int count) {
            sorted = new double[count];
        }

        void add(double value) {
            int at = size;
            if (size < sorted.length) {
                size++;
            } else if (value < sorted[size - 1]) {
                at = size - 1;
            } else {
                return;
            }
            while (at > 0 && sorted[at - 1] > value) {
                sorted[at] = sorted[at - 1];
                at--;
            }
            sorted[at] = value;
        }

        /** The largest of those kept. */
        double last() {
            return sorted[size - 1];
        }
    }
}
