package dev.lockstep.harness.execute;

import dev.lockstep.harness.record.Blame;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.OperationCount;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;
import java.util.Optional;
import java.util.OptionalInt;

/** What a pilot says of a cell, as an event of the run. */
final class PilotResult {
    private PilotResult() {}

    /** That the cell costs so much, and so is launched with the count and the warm-up that the options choose. */
    static RunEvent.Pilot ready(
            RunOptions options,
            Cell cell,
            double nanos,
            double wallNanos,
            int checked,
            Optional<RunEvent.Steady> steady) {
        int threads = cell.layout().ranks() * cell.layout().threadsPerRank();
        if (checked != 0 && checked != threads) {
            return failed(cell, "only " + checked + " of " + threads + " threads ran their self-check");
        }
        RunEvent.Calibration found = new RunEvent.Calibration(
                0,
                "",
                number(nanos / cell.benchmark().operationsPerCall()),
                number(nanos),
                number(wallNanos),
                checked,
                checked > 0 ? "passed" : "none",
                null,
                null,
                steady.orElse(null),
                null);
        int n = options.ops().count(cell, wallNanos, options.iterationMillis(wallNanos));
        return RunEvent.Pilot.ok(
                cell.key(), counting(options, cell, found, n, options.ops().chosenBy()));
    }

    /** The same with another count, and as long a warm-up. */
    static RunEvent.Calibration counting(
            RunOptions options, Cell cell, RunEvent.Calibration found, int n, String chosenBy) {
        int asked = options.effort().warmupIterations();
        OptionalInt given = options.ops().warmupIterations(cell);
        if (given.isPresent() || found.steady() == null) {
            return found.with(n, chosenBy, Math.max(asked, given.orElse(0)), false);
        }
        double nanos = found.wallNanosPerCall();
        int needed = OperationCount.warmups(
                n, nanos, found.steady().calls(), found.steady().millis() * 1e6);
        int most = Math.max(asked, OperationCount.mostWarmups(n, nanos, options.iterationMillis(nanos)));
        int calls = options.ops().calibrates(cell) ? OperationCount.warmupsByCalls(n, nanos) : 0;
        return found.with(n, chosenBy, Math.max(Math.max(asked, calls), Math.min(needed, most)), needed > most);
    }

    /** That a cell without ranks is measured by time. */
    static RunEvent.Pilot byTime(RunOptions options, Cell cell) {
        RunOptions.Effort effort = options.effort();
        int needed =
                options.ops().warmupIterations(cell).orElse(OperationCount.warmupsByTime(effort.iterationMillis()));
        RunEvent.Calibration found = RunEvent.Calibration.BY_TIME;
        return RunEvent.Pilot.ok(
                cell.key(),
                found.with(found.n(), found.chosenBy(), Math.max(effort.warmupIterations(), needed), false));
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** That the cell gets no number. */
    static RunEvent.Pilot failed(Cell cell, String reason) {
        return RunEvent.Pilot.failed(cell.key(), Blame.of(reason));
    }
}
