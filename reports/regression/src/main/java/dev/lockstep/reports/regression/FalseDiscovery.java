package dev.lockstep.reports.regression;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Benjamini and Hochberg's step-up procedure (Controlling the False Discovery Rate, J. R. Statist. Soc. B 57, 1995): of
 * the rows it picks, no more than the given share are expected to be picked wrongly.
 */
final class FalseDiscovery {
    private FalseDiscovery() {}

    /** Each p adjusted for the number of tests: a row is picked when its own is at most the rate. */
    static double[] adjusted(double[] p) {
        int[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[p.length];
        double least = 1;
        for (int k = p.length; k > 0; k--) {
            int i = order[k - 1];
            least = Math.min(least, p[i] * p.length / k);
            adjusted[i] = least;
        }
        return adjusted;
    }
}
