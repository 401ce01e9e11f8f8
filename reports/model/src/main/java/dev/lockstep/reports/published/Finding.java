package dev.lockstep.reports.published;

import dev.lockstep.reports.Ratio;

/**
 * One thing that a paper found, as a ratio: where it lies if the finding holds, and where it was measured.
 *
 * @param finding in a few words
 * @param compared what is divided by what
 * @param holds the ratios at which the finding holds
 * @param here what was measured
 * @param pairs of launches that it was measured in
 * @param needs what would answer it, if this machine does not; empty if it does
 * @param command that measures it
 */
public record Finding(
        String finding, String compared, Range holds, Ratio here, int pairs, String needs, String command) {
    /** A claim takes as many pairs of launches: docs/method.md. */
    private static final int FEWEST = 10;

    /**
     * Ratios from one to another.
     *
     * @param from the least
     * @param to the largest; null for any
     */
    public record Range(double from, Double to) {
        private boolean holds(Ratio ratio) {
            return from <= ratio.low() && (to == null || ratio.high() <= to);
        }

        private boolean excludes(Ratio ratio) {
            return ratio.high() < from || to != null && to < ratio.low();
        }
    }

    /** What is to be thought of a finding. */
    public enum Verdict {
        /** The whole interval lies where the finding holds. */
        CONFIRMED("confirmed"),
        /** None of the interval does. */
        REFUTED("refuted"),
        /** Some of the interval does, or it is of too few launches, or the machine lacks what the finding is about. */
        NOT_ANSWERABLE("not answerable here");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** What is to be thought of it. */
    public Verdict verdict() {
        if (!needs.isEmpty() || pairs < FEWEST || !holds.holds(here) && !holds.excludes(here)) {
            return Verdict.NOT_ANSWERABLE;
        }
        return holds.holds(here) ? Verdict.CONFIRMED : Verdict.REFUTED;
    }
}
