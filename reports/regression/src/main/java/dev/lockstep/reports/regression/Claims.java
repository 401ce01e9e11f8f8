package dev.lockstep.reports.regression;

import dev.lockstep.reports.RunData;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellKey;
import java.util.List;
import java.util.Optional;

/**
 * The claims of a run that compares within itself (docs/method.md, "Claims").
 *
 * @param versus what was compared
 * @param rows one for each cell that is compared with a base, in the line-up's order
 * @param overSizes those of several sizes, taken together
 */
public record Claims(Baseline versus, List<Row> rows, List<OverSizes> overSizes) {
    public Claims {
        rows = List.copyOf(rows);
        overSizes = List.copyOf(overSizes);
    }

    /** The claims of a run; empty when the run compares nothing. */
    public static Optional<Claims> of(RunData run) {
        return run.state().filter(state -> !state.baseline().isNone()).map(state -> {
            List<Row> rows = new PairedRows(run, state).all();
            // Where sizes are what is compared, there is nothing over them.
            boolean bySize = state.baseline().name().equals(CellKey.SIZE);
            return new Claims(state.baseline(), rows, bySize ? List.of() : OverSizes.of(rows));
        });
    }

    /** The value of a row in place of the base's. */
    public String value(Row row) {
        return versus.valueIn(row.id().cell()).orElseThrow();
    }
}
