package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.CellState;
import dev.lockstep.run.Environment;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunState;
import dev.lockstep.run.placement.PlacementChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The contents of a run's files.
 *
 * @param source the directory or file it was read from
 * @param files the files that were there and were read, in the order they are documented
 * @param chosen JMH's results, of one placement (docs/method.md, Placements)
 * @param ranks every rank's scores; empty without {@code ranks.csv}
 * @param environment where it ran, if recorded
 * @param state how it went, if recorded
 * @param distributions of the cells whose operations were timed one by one
 * @param notes what a reader should know about the files: which are missing, or break off
 * @param memo the line-up, once somebody has asked for it: all parts of a report are about the same one
 */
public record RunData(
        Path source,
        List<Path> files,
        ChosenResults chosen,
        List<RankRow> ranks,
        Optional<Environment> environment,
        Optional<RunState> state,
        Map<CellKey, Distribution> distributions,
        List<String> notes,
        AtomicReference<LineUp> memo) {

    public RunData {
        files = List.copyOf(files);
        ranks = List.copyOf(ranks);
        distributions = Map.copyOf(distributions);
        notes = List.copyOf(notes);
    }

    /** The number of a cell's launches that count by the placement they ran in; 0 without a result. */
    public int counting(CellKey cell) {
        return Optional.ofNullable(chosen.all().get(cell)).map(chosen::counting).orElse(0);
    }

    LineUp lineUp() {
        return memo.updateAndGet(known -> known == null ? new LineUpBuilder(this).build() : known);
    }

    /** JMH's results, each of the placement in which it is shown. */
    public List<JmhResult> results() {
        return chosen.results();
    }

    /** Reads a run's files, for numbers of the placement in which most of its cells have their launches. */
    public static RunData read(Path source) throws IOException {
        return read(source, PlacementChoice.Wish.COMMON);
    }

    /**
     * Reads a run's files. Of {@code results.json} and {@code journal.jsonl} at least one must exist; what else is
     * missing is noted in the result.
     *
     * @param source a directory that {@code lockstep run} wrote, or a file that JMH's {@code -rf json} wrote
     * @param placement of which the numbers are to be
     * @throws dev.lockstep.run.InvalidInputException if a file does not hold what it should
     */
    public static RunData read(Path source, PlacementChoice.Wish placement) throws IOException {
        return new RunReader(source, placement).read();
    }

    /** The remaining work, in words; empty for a run that is complete, or of which that is not known. */
    public Optional<String> unfinished() {
        return state.flatMap(RunData::unfinished);
    }

    static Optional<String> unfinished(RunState run) {
        if (run.isComplete()) {
            return Optional.empty();
        }
        Map<CellKey, CellState> cells = run.byKey();
        List<String> missing = cells.entrySet().stream()
                .filter(cell -> cell.getValue().isUnfinished())
                .map(cell -> Column.nameOf(cell.getKey())
                        + (cell.getValue().hasFewerForks()
                                ? " (" + cell.getValue().launches().size() + " of "
                                        + cell.getValue().forks().orElse(0) + " forks)"
                                : ""))
                .toList();
        int planned = run.start().map(RunEvent.Start::cells).orElse(0);
        int unknown = Math.max(0, planned - cells.size());
        if (missing.isEmpty() && unknown == 0) {
            return Optional.of("The run is incomplete: its cells are finished, but it did not come to its end."
                    + " It goes on with --resume.");
        }
        return Optional.of("The run is incomplete: " + (missing.size() + unknown) + " of "
                + Math.max(planned, cells.size()) + " cells are not finished"
                + (missing.isEmpty() ? "" : ": " + String.join("; ", missing))
                + (unknown == 0 ? "" : "; " + unknown + " are not even named in the journal")
                + ". It goes on with --resume.");
    }

    /** The reasons why cells lack a distribution that they should have. */
    public Map<CellKey, String> failedDistributions() {
        Map<CellKey, String> reasons = new LinkedHashMap<>();
        state.map(RunState::byKey)
                .orElse(Map.of())
                .forEach((key, cell) -> cell.distributions().values().stream()
                        .filter(launch -> !launch.ok())
                        .findFirst()
                        .ifPresent(launch -> reasons.put(
                                key,
                                "fork " + launch.fork() + ": "
                                        + launch.failure().reason())));
        return reasons;
    }

    /** The cells that were asked for and could not be run. */
    public List<RunEvent.LeftOut> leftOut() {
        return state.map(run -> run.leftOut().stream().distinct().toList()).orElse(List.of());
    }
}
