package dev.lockstep.reports.regression;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What pairs of launches show (docs/method.md, "Claims").
 *
 * @param pairs the complete ones, by number; at least one
 * @param ratio what head costs over what base costs
 * @param same the ratio of base to itself, from the same pairs (A/A)
 */
public record Paired(SortedMap<Integer, Pair> pairs, PairedRatio ratio, PairedRatio same) {
    /** A claim takes as many. */
    static final int PAIRS = 10;

    /** Copies the pairs. */
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

    /** Why, where the verdict needs it; otherwise empty. */
    String why() {
        return pairs.size() < PAIRS
                ? "fewer than " + PAIRS + " pairs"
                : drowned() ? "base differs from itself as much" : "";
    }
}
