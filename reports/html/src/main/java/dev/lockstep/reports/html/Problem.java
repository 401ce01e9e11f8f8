package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Status;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RunEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A cell, or anything else that was wanted and is missing.
 *
 * @param kind failed, rate missed, elsewhere, not run, no distribution or left out
 * @param what the cell, or whatever else it is
 * @param reason why; empty when nobody said
 * @param remedy what would help; empty when nobody said
 */
public record Problem(String kind, String what, String reason, String remedy) {
    private static final String NO_DISTRIBUTION = "no distribution";
    private static final String RATE_MISSED = "rate missed";

    /** Whether something went wrong, instead of being out of reach here, or left out. */
    boolean failed() {
        return kind.equals(Cell.Flag.FAILED.label()) || kind.equals(NO_DISTRIBUTION);
    }

    /** Whether it is what a sweep is made to find, or was not to be had here. */
    public boolean isExpected() {
        return kind.equals("left out") || kind.equals(RATE_MISSED);
    }

    static List<Problem> of(RunData run, LineUp lineUp) {
        List<Problem> problems = new ArrayList<>();
        Map<CellKey, RateSweep> sweeps = RateSweep.of(lineUp);
        List<Problem> unfinished = new ArrayList<>();
        lineUp.cells().forEach(cell -> {
            String what = Names.cell(cell.key());
            if (cell.status() instanceof Status.Failed failed && !RateSweep.isFound(cell, sweeps)) {
                problems.add(new Problem(Cell.Flag.FAILED.label(), what, failed.reason(), ""));
            } else if (cell.status() instanceof Status.Unfinished) {
                String meaning = Cell.Flag.UNFINISHED.meaning();
                unfinished.add(
                        new Problem(Cell.Flag.UNFINISHED.label(), what, meaning, "Go on with the run by --resume."));
            }
        });
        problems.addAll(unfinished);
        lineUp.cells()
                .forEach(cell -> cell.good()
                        .flatMap(Measured::elsewhere)
                        .ifPresent(reason -> problems.add(new Problem(
                                Cell.Flag.ELSEWHERE.label(),
                                Names.cell(cell.key()),
                                reason,
                                "More --forks; or --placement all, for numbers of every iteration."))));
        sweeps.forEach(
                (line, sweep) -> problems.add(new Problem(RATE_MISSED, Names.cell(line), sweep.missedText(), "")));
        run.failedDistributions()
                .forEach((key, reason) -> problems.add(new Problem(NO_DISTRIBUTION, Names.cell(key), reason, "")));
        for (RunEvent.LeftOut left : run.leftOut()) {
            problems.add(new Problem("left out", left.what(), left.reason(), left.remedy()));
        }
        return List.copyOf(problems);
    }
}
