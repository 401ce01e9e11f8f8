package dev.lockstep.reports.regression;

import java.util.Collection;
import java.util.Optional;

/**
 * What pairs of launches show (docs/method.md, "Claims").
 *
 * @param ratio what head costs over what base costs; empty without a complete pair
 * @param same the ratio of base to itself, from the same pairs (A/A); empty without a complete pair
 * @param outcome in a word
 * @param why in words, where the outcome needs them; otherwise empty
 */
public record Finding(Optional<PairedRatio> ratio, Optional<PairedRatio> same, Outcome outcome, String why) {
    /** A claim takes as many. */
    public static final int PAIRS = 10;

    /** What may be claimed. */
    public enum Outcome {
        /** The whole interval lies above 1. */
        SLOWER("slower"),
        /** The whole interval lies below 1. */
        FASTER("faster"),
        /** Neither, or base differs from itself as much. */
        NO_DIFFERENCE("no difference shown"),
        /** Nothing; the reason is given. */
        NO_CLAIM("no claim");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }

        /** In words. */
        public String label() {
            return label;
        }
    }

    /** There is nothing to compute. */
    static Finding none(String why) {
        return new Finding(Optional.empty(), Optional.empty(), Outcome.NO_CLAIM, why);
    }

    static Finding of(Collection<Pair> pairs) {
        if (pairs.isEmpty()) {
            return none("no pair of launches is complete");
        }
        PairedRatio ratio =
                PairedRatio.ofLogarithms(pairs.stream().mapToDouble(Pair::ratio).toArray());
        PairedRatio same =
                PairedRatio.ofLogarithms(pairs.stream().mapToDouble(Pair::same).toArray());
        Outcome outcome = ratio.above() ? Outcome.SLOWER : ratio.below() ? Outcome.FASTER : Outcome.NO_DIFFERENCE;
        String why = "";
        if (pairs.size() < PAIRS) {
            outcome = Outcome.NO_CLAIM;
            why = "fewer than " + PAIRS + " pairs";
        } else if (outcome != Outcome.NO_DIFFERENCE && ratio.distance() <= same.distance()) {
            outcome = Outcome.NO_DIFFERENCE;
            why = "base differs from itself as much";
        }
        return new Finding(Optional.of(ratio), Optional.of(same), outcome, why);
    }

    /** The same ratios, and nothing claimed. */
    Finding withheld(String reason) {
        return new Finding(ratio, same, Outcome.NO_CLAIM, why.isEmpty() ? reason : why + "; " + reason);
    }

    /** {@code no claim: fewer than 10 pairs}. */
    public String sentence() {
        return outcome.label() + (why.isEmpty() ? "" : ": " + why);
    }
}
