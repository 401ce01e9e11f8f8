package dev.lockstep.reports.regression;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws the mean of one side again and again, hierarchically: forks with replacement, then within each drawn fork as
 * many iterations as it had, with replacement (Davison and Hinkley, Bootstrap Methods and their Application, 1997,
 * section 3.8). A fork counts once, however many iterations it had.
 *
 * <p>Every sequence of {@code g} drawn iterations is equally likely, so their sums are tabulated once, and one table
 * lookup stands for {@code g} draws: the distribution is exactly that of drawing one by one. Not for several threads.
 */
final class Resampler {
    /** Sums in a table: more would leave the processor's cache, and cost more to fill than they save. */
    private static final int TABLE = 4096;

    /** Tables read with one 64-bit number; of tables this large the last still has 15 bits to spare. */
    private static final int DIGITS = 3;

    /** Larger tables would take too many bits of a random number. */
    private static final int FLAT = 8 * TABLE;

    private double[] sums = new double[0];
    /**
     * For each fork: where its table begins, its size, how often it is used, and the same of the iterations left over.
     */
    private final int[][] layout;

    private final int forks;
    /** Size of all tables together where each fork has one, as large as the others': then fork and sum are one draw. */
    private final int flat;

    private final UniformRandomProvider random;

    Resampler(double[][] data, UniformRandomProvider random) {
        this.random = random;
        forks = data.length;
        layout = new int[forks][];
        int at = 0;
        boolean alike = true;
        for (int f = 0; f < forks; f++) {
            int k = data[f].length;
            int together = together(k);
            int size = power(k, together);
            int rest = k % together == 0 ? 0 : power(k, k % together);
            layout[f] = new int[] {at, size, k / together, at + size, rest};
            sums = sums.length >= at + size + rest ? sums : Arrays.copyOf(sums, 2 * (at + size + rest));
            fill(at, data[f], together);
            if (rest > 0) {
                fill(at + size, data[f], k % together);
            }
            at += size + rest;
            alike &= layout[f][2] == 1 && rest == 0 && size == layout[0][1];
        }
        flat = alike && at <= FLAT ? at : 0;
    }

    /** The number of draws of k iterations that have few enough outcomes for a table. */
    private static int together(int k) {
        int together = 1;
        while (together < k && Math.pow(k, together + 1) <= TABLE) {
            together++;
        }
        return together;
    }

    private static int power(int base, int exponent) {
        int power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= base;
        }
        return power;
    }

    private void fill(int at, double[] scores, int together) {
        int filled = 1;
        sums[at] = 0;
        for (int draw = 0; draw < together; draw++) {
            // From the last score down, for the sums so far are at the beginning and are needed until the end.
            for (int s = scores.length - 1; s >= 0; s--) {
                double score = scores[s] / scores.length;
                for (int i = 0; i < filled; i++) {
                    sums[at + s * filled + i] = sums[at + i] + score;
                }
            }
            filled *= scores.length;
        }
    }

    /** Fills {@code means} with the mean of one resample each. */
    void draw(double[] means) {
        if (flat > 0) {
            drawFlat(means);
            return;
        }
        for (int m = 0; m < means.length; m++) {
            means[m] = sum() / forks;
        }
    }

    // The integer part of a random fraction times a bound is a digit; what is behind the point is the next fraction.

    /** As {@link #sum}, unrolled by {@link #DIGITS}: nearly all the time of a comparison is spent here. */
    private void drawFlat(double[] means) {
        double[] table = sums;
        long bound = 2L * flat;
        for (int m = 0; m < means.length; m++) {
            double total = 0;
            int left = forks;
            for (; left >= DIGITS; left -= DIGITS) {
                long first = random.nextLong() >>> 1;
                long second = first * flat & Long.MAX_VALUE;
                long third = second * flat & Long.MAX_VALUE;
                total += table[(int) Math.multiplyHigh(first, bound)];
                total += table[(int) Math.multiplyHigh(second, bound)];
                total += table[(int) Math.multiplyHigh(third, bound)];
            }
            long fraction = left > 0 ? random.nextLong() >>> 1 : 0;
            for (; left > 0; left--) {
                total += table[(int) Math.multiplyHigh(fraction, bound)];
                fraction = fraction * flat & Long.MAX_VALUE;
            }
            means[m] = total / forks;
        }
    }

    private double sum() {
        double total = 0;
        for (int i = 0; i < forks; i++) {
            long fraction = random.nextLong() >>> 1;
            int[] fork = layout[(int) Math.multiplyHigh(fraction, 2L * forks)];
            fraction = fraction * forks & Long.MAX_VALUE;
            int size = fork[1];
            for (int draw = 1; draw <= fork[2]; draw++) {
                total += sums[fork[0] + (int) Math.multiplyHigh(fraction, 2L * size)];
                fraction = draw % DIGITS == 0 ? random.nextLong() >>> 1 : fraction * size & Long.MAX_VALUE;
            }
            if (fork[4] > 0) {
                total += sums[fork[3] + (int) Math.multiplyHigh(random.nextLong() >>> 1, 2L * fork[4])];
            }
        }
        return total;
    }
}
