package dev.lockstep.reports.regression;

import dev.lockstep.reports.Unit;
import java.util.Optional;

/** The direction in which a score is better. */
public enum Better {
    LOWER,
    HIGHER;

    /** The direction of a row by itself; empty when it is not known. */
    static Optional<Better> of(RowId row, Unit unit) {
        return row.metric().isEmpty() ? ofMode(row.mode(), unit) : ofUnit(unit);
    }

    /** The direction of a benchmark's own score: JMH's mode says it; a unit that contradicts the mode gives none. */
    static Optional<Better> ofMode(String mode, Unit unit) {
        return switch (mode) {
            case "thrpt" -> unit.time() ? Optional.empty() : Optional.of(HIGHER);
            case "avgt", "sample", "ss" -> unit.higherIsBetter() ? Optional.empty() : Optional.of(LOWER);
            default -> Optional.empty();
        };
    }

    /**
     * The direction of a secondary metric that nobody described: a unit per operation is a cost; for rates it is not
     * known.
     */
    private static Optional<Better> ofUnit(Unit unit) {
        return unit.time() || unit.name().endsWith("/op") ? Optional.of(LOWER) : Optional.empty();
    }
}
