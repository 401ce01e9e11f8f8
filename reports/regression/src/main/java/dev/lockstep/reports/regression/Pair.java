package dev.lockstep.reports.regression;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One pair of a comparison within a run: base, head, base, launched in this order. Natural logarithms of ratios of costs.
 *
 * @param ratio head over the geometric mean of the two launches of the base around it: what drifts linearly cancels
 * @param same the second launch of the base over the first, the other way round in every other pair, lest drift look like a difference
 */
public record Pair(double ratio, double same) {
    /**
     * The complete ones.
     *
     * @param base logarithms of what its launches cost, by number from 1: 2k-1 and 2k belong to pair k
     * @param head likewise: k belongs to pair k
     * @return by number
     */
    static SortedMap<Integer, Pair> of(Map<Integer, Double> base, Map<Integer, Double> head) {
        SortedMap<Integer, Pair> pairs = new TreeMap<>();
        head.forEach((k, cost) -> {
            Double before = base.get(2 * k - 1);
            Double after = base.get(2 * k);
            if (before != null && after != null) {
                double same = k % 2 == 1 ? after - before : before - after;
                pairs.put(k, new Pair(cost - (before + after) / 2, same));
            }
        });
        return pairs;
    }
}
