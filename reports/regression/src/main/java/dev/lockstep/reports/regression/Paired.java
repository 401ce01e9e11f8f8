package dev.lockstep.reports.regression;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The result of pairs of launches (docs/method.md, "Claims").
 *
 * @param pairs the complete ones, by number; at least one
 * @param ratio what head costs over what base costs
 * @param same the ratio of base to itself, from the same pairs (A/A)
 */
public record Paired(SortedMap<Integer, Pair> pairs, PairedRatio ratio, PairedRatio same) {
    /** The least number of pairs for a claim. */
    static final int PAIRS = 10;

    public Paired {
        pairs = Collections.unmodifiableSortedMap(new TreeMap<>(pairs));
    }

    static Paired of(SortedMap<Integer, Pair> pairs) {
        return new Paired(pairs, ratio(pairs, Pair::ratio), ratio(pairs, Pair::same));
    }

    private static PairedRatio ratio(SortedMap<Integer, Pair> pairs, ToDoubleFunction<Pair> which) {
        return PairedRatio.ofLogarithms(
                pairs.values().stream().mapToDouble(which).toArray());
    }

    /** Whether base differs from itself as much as head does from it. */
    private boolean drowned() {
        return (ratio.above() || ratio.below()) && ratio.distance() <= same.distance();
    }

    Verdict verdict() {
        if (pairs.size() < PAIRS) {
            return Verdict.NO_CLAIM;
        }
        if (drowned()) {
            return Verdict.NO_DIFFERENCE;
        }
        return ratio.above() ? Verdict.SLOWER : ratio.below() ? Verdict.FASTER : Verdict.NO_DIFFERENCE;
    }

    /** The reason, where the verdict needs it; otherwise empty. */
    String why() {
        return pairs.size() < PAIRS
                ? "fewer than " + PAIRS + " pairs"
                : drowned() ? "base differs from itself as much" : "";
    }

    /**
     * One pair of a comparison within a run: base, head, base, launched in this order. Natural logarithms of ratios of
     * costs.
     *
     * @param ratio head over the geometric mean of the two launches of the base around it: what drifts linearly
     *     cancels
     * @param same the second launch of the base over the first, the other way round in every other pair, lest
     *     drift look like a difference
     */
    public record Pair(double ratio, double same) {
        /**
         * The complete pairs by number.
         *
         * @param base logarithms of what its launches cost, by number from 1: 2k-1 and 2k belong to pair k
         * @param head likewise: k belongs to pair k
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
}
