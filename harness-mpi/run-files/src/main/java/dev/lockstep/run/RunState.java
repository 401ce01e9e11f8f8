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

/** How a run stands: what the events of its journal add up to, of a run that is under way as of one that is over. */
public final class RunState {
    private final Map<String, CellState> cells = new LinkedHashMap<>();
    private final List<RunEvent.LeftOut> leftOut = new ArrayList<>();
    private Optional<RunEvent.Start> start = Optional.empty();
    private Optional<RunEvent.Plan> plan = Optional.empty();
    private Optional<RunEvent.End> end = Optional.empty();
    private double spent;

    /** Of a run that begins. */
    public RunState() {}

    /** Of a run whose journal holds these events. */
    public static RunState of(Collection<RunEvent> events) {
        RunState state = new RunState();
        events.forEach(state::accept);
        return state;
    }

    /** Takes in the next event. */
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

    /** Failures are to be tried again: nothing that has failed counts any more. */
    public void forgetFailures() {
        cells.values().forEach(CellState::forgetFailures);
    }

    /** How it began; empty for a run that has not. */
    public Optional<RunEvent.Start> start() {
        return start;
    }

    /** What it compares within itself. */
    public Baseline baseline() {
        return start.map(RunEvent.Start::baseline).orElse(Baseline.NONE);
    }

    /** How many launches each cell is to have: what was settled last. */
    public Optional<RunEvent.Plan> plan() {
        return plan;
    }

    /** How it ended, if it did: a run that was resumed since has not. */
    public Optional<RunEvent.End> end() {
        return end;
    }

    /** Whether it came to its end, and was not resumed since. */
    public boolean isComplete() {
        return end.isPresent() && !end.get().interrupted();
    }

    /** Seconds that it has taken, as far as they count against its budget. */
    public double spentSeconds() {
        return spent;
    }

    /** What was asked for and could not be run. */
    public List<RunEvent.LeftOut> leftOut() {
        return Collections.unmodifiableList(leftOut);
    }

    /** Whether something was left out, whatever the reason. */
    public boolean leftOut(String what) {
        return leftOut.stream().anyMatch(left -> left.what().equals(what));
    }

    /** The ids of the cells that it named, in the order in which it did so first. */
    public Set<String> cells() {
        return cells.entrySet().stream()
                .filter(cell -> cell.getValue().planned().isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    }

    /** A cell by its id; one of which nothing is known, too. */
    public CellState cell(String id) {
        return cells.computeIfAbsent(id, unknown -> new CellState());
    }

    /** The cells that it named, by what they are. */
    public Map<CellKey, CellState> byKey() {
        Map<CellKey, CellState> all = new LinkedHashMap<>();
        for (CellState cell : cells.values()) {
            cell.planned().ifPresent(planned -> all.put(planned.key(), cell));
        }
        return all;
    }

    /** Whether the plan speaks of all of these ids. */
    public boolean hasPlanned(Collection<String> ids) {
        Set<String> planned = plan.map(RunEvent.Plan::cells).orElse(List.of()).stream()
                .map(RunEvent.PlannedCell::cell)
                .collect(Collectors.toSet());
        return planned.containsAll(ids);
    }
}
