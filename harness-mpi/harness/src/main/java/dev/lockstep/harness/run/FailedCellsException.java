package dev.lockstep.harness.run;

import java.util.stream.Collectors;
import org.openjdk.jmh.runner.RunnerException;

/** The exception of a run in which some cells have no result; the others' are kept. */
public final class FailedCellsException extends RunnerException {
    private static final long serialVersionUID = 1L;

    private final transient RunSummary summary;

    public FailedCellsException(RunSummary summary) {
        super(summary.failed() + " of " + (summary.good() + summary.failed()) + " cells failed (all of it is in "
                + summary.out() + "):\n"
                + summary.failures().entrySet().stream()
                        .map(failure -> "  " + failure.getKey().id() + ": " + failure.getValue())
                        .collect(Collectors.joining("\n")));
        this.summary = summary;
    }

    /** The summary with the good cells' results; null in a copy that was serialized. */
    public RunSummary summary() {
        return summary;
    }
}
