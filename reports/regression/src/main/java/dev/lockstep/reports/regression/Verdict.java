package dev.lockstep.reports.regression;

import java.util.Locale;

/** What a comparison says of a row; the order is that of reports, what needs attention first. */
public enum Verdict {
    /** Slower by more than the floor. */
    REGRESSED,
    /** The data can neither show a change beyond the floor nor rule it out. */
    INCONCLUSIVE,
    /** There are two numbers that must not be compared; the row says why. */
    NOT_COMPARABLE,
    /** In base only. */
    GONE,
    /** In head only. */
    NEW,
    /** Faster by more than the floor. */
    IMPROVED,
    /** The whole interval lies within the floor. */
    NO_CHANGE;

    /** In lower case, with spaces. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether two numbers were set against each other. */
    public boolean compared() {
        return this == REGRESSED || this == IMPROVED || this == NO_CHANGE || this == INCONCLUSIVE;
    }
}
