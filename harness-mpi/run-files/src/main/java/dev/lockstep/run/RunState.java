package dev.lockstep.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The sum of a journal's events, of a run in progress as of one that is over. */
public final class RunState {
    private final Map<String, CellState> cells = new LinkedHashMap<>();
    private final List<RunEvent.LeftOut> leftOut = new ArrayList<>();
    private Optional<RunEvent.Start> start = Optional.empty();
    private Optional<RunEvent.Plan> plan = Optional.empty();
    private Optional<RunEvent.End> end = Optional.empty();
    private double spent;

    /** The state of a run whose journal holds these events. */
    public static RunState of(Collection<RunEvent> events) {
        RunState state = new RunState();
        events.forEach(state::accept);
        return state;
    }

    /** Adds the next event. */
    public void accept(RunEvent event) {
        if (event instanceof RunEvent.OfCell of) {
            cells.computeIfAbsent(of.cell(), id -> new CellState()).accept(of);
        }
        if (event instanceof RunEvent.Start began) {
            start = Optional.of(began);
        } else if (event instanceof RunEvent.Resume) {
            end = Optional.empty();
        } else if (event instanceof RunEvent.LeftOut what) {
            leftOut.add(what);
        } else if (event instanceof RunEvent.Plan made) {
            plan = Optional.of(made);
            // It counts all that came before.
            spent = made.spentSeconds();
            made.cells().forEach(cell -> cell(cell.cell()).plan(cell.forks()));
        } else if (event instanceof RunEvent.Launch launch) {
            spent += launch.seconds();
        } else if (event instanceof RunEvent.Distribution launch) {
            spent += launch.seconds();
        } else if (event instanceof RunEvent.End last) {
            end = Optional.of(last);
        }
    }

    /** Forgets all failures, which are to be tried again. */
    public void forgetFailures() {
        cells.values().forEach(CellState::forgetFailures);
    }

    /** The event that began the run; empty for a run that has not begun. */
    public Optional<RunEvent.Start> start() {
        return start;
    }

    /** The comparison within the run. */
    public Baseline baseline() {
        return start.map(RunEvent.Start::baseline).orElse(Baseline.NONE);
    }

    /** The latest plan of how many launches each cell is to have. */
    public Optional<RunEvent.Plan> plan() {
        return plan;
    }

    /** The event that ended the run; empty if it did not end, or was resumed since. */
    public Optional<RunEvent.End> end() {
        return end;
    }

    /** Whether the run completed, and was not resumed since. */
    public boolean isComplete() {
        return end.isPresent() && !end.get().interrupted();
    }

    /** The seconds that count against the run's budget so far. */
    public double spentSeconds() {
        return spent;
    }

    /** The things that were asked for and could not be run. */
    public List<RunEvent.LeftOut> leftOut() {
        return Collections.unmodifiableList(leftOut);
    }

    /** Whether something was left out, whatever the reason. */
    public boolean leftOut(String what) {
        return leftOut.stream().anyMatch(left -> left.what().equals(what));
    }

    /** The ids of the cells that the journal names, in the order in which they first appear. */
    public Set<String> cells() {
        return cells.entrySet().stream()
                .filter(cell -> cell.getValue().planned().isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    }

    /** A cell by its id; also one of which nothing is known. */
    public CellState cell(String id) {
        return cells.computeIfAbsent(id, unknown -> new CellState());
    }

    /** The cells that the journal names, by their keys. */
    public Map<CellKey, CellState> byKey() {
        Map<CellKey, CellState> all = new LinkedHashMap<>();
        for (CellState cell : cells.values()) {
            cell.planned().ifPresent(planned -> all.put(planned.key(), cell));
        }
        return all;
    }

    /** Whether the plan covers all of these ids. */
    public boolean hasPlanned(Collection<String> ids) {
        Set<String> planned = plan.map(RunEvent.Plan::cells).orElse(List.of()).stream()
                .map(RunEvent.PlannedCell::cell)
                .collect(Collectors.toSet());
        return planned.containsAll(ids);
    }
}
