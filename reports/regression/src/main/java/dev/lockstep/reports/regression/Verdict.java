package dev.lockstep.reports.regression;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The verdict on a row. Of two runs it asks for a change beyond a floor, in the order of reports, what needs attention
 * first; within a run, for any difference.
 */
public enum Verdict {
    /** Slower by more than the floor. */
    REGRESSED,
    /** The data can neither show a change beyond the floor nor rule it out. */
    INCONCLUSIVE,
    /** There are two numbers that must not be compared; the row says why. */
    NOT_COMPARABLE,
    GONE,
    NEW,
    /** Faster by more than the floor. */
    IMPROVED,
    /** The whole interval lies within the floor. */
    NO_CHANGE,

    /** Within a run: the whole interval lies above 1. */
    SLOWER,
    /** Within a run: the whole interval lies below 1. */
    FASTER,
    /** Within a run: neither, or base differs from itself as much. */
    NO_DIFFERENCE,
    /** Within a run: nothing; the row says why. */
    NO_CLAIM;

    /** The verdicts on two runs. */
    static final Set<Verdict> OF_RUNS = Collections.unmodifiableSet(EnumSet.range(REGRESSED, NO_CHANGE));

    /** The name in lower case, with spaces. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ') + (this == NO_DIFFERENCE ? " shown" : "");
    }

    /** The name in JSON: {@code no-change}. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether two numbers were compared. */
    public boolean compared() {
        return this == REGRESSED || this == IMPROVED || this == NO_CHANGE || this == INCONCLUSIVE;
    }
}
