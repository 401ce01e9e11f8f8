package dev.lockstep.harness.execute;

import dev.lockstep.harness.record.Blame;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;

/** What a pilot says of a cell, as an event of the run. */
final class PilotResult {
    private PilotResult() {}

    /** That the cell costs so much, and so is launched with the count that the options choose. */
    static RunEvent.Pilot ready(
            RunOptions options, Cell cell, double nanos, double wallNanos, double floor, int checked) {
        int threads = cell.layout().ranks() * cell.layout().threadsPerRank();
        if (checked != 0 && checked != threads) {
            return failed(cell, "only " + checked + " of " + threads + " threads ran their self-check");
        }
        return RunEvent.Pilot.ok(
                cell.key(),
                new RunEvent.Calibration(
                        options.ops().count(cell, wallNanos, options.effort().iterationMillis()),
                        options.ops().chosenBy(),
                        number(nanos / cell.benchmark().operationsPerCall()),
                        number(nanos),
                        number(wallNanos),
                        number(floor),
                        checked,
                        checked > 0 ? "passed" : "none"));
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** That the cell gets no number. */
    static RunEvent.Pilot failed(Cell cell, String reason) {
        return RunEvent.Pilot.failed(cell.key(), Blame.of(reason));
    }
}
