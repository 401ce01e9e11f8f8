package dev.lockstep.harness.record;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Estimates;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.CellState;
import dev.lockstep.run.OptionsDifference;
import dev.lockstep.run.Provenance;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The results that a run takes over from an earlier part of itself; none if it is new. */
public final class Resumption {
    /** The JVM's options follow its version: they differ as what measures does, not as what was asked for. */
    private static final String JVM = "jvm.";

    /** A port that is free when a part of the run begins. */
    private static final String DEBUG_PORT = "launch.debug.port";

    private final RunOptions options;
    private final Invocation invocation;
    private final Optional<EarlierRun> earlier;
    private final Provenance provenance;
    private final List<String> differences;
    private final RunState state;

    private Resumption(
            RunOptions options,
            Invocation invocation,
            Optional<EarlierRun> earlier,
            Provenance provenance,
            List<String> differences) {
        this.options = options;
        this.invocation = invocation;
        this.earlier = earlier;
        this.provenance = provenance;
        this.differences = differences;
        this.state = earlier.map(EarlierRun::state).orElseGet(RunState::new);
        if (invocation.retryFailed()) {
            state.forgetFailures();
        }
    }

    /**
     * Reads the earlier part.
     *
     * @throws UsageException if the two do not belong together, or there is none
     */
    public static Resumption of(RunOptions options, String version, Invocation invocation) throws IOException {
        Provenance provenance = CurrentProvenance.of(version, options);
        if (!invocation.resume()) {
            return new Resumption(options, invocation, Optional.empty(), provenance, List.of());
        }
        EarlierRun earlier = EarlierRun.read(options.out());
        RunEvent.Start began = earlier.start();
        var now = OptionsJson.of(options);
        OptionsDifference.first(began.options(), now, name -> !name.startsWith(JVM) && !name.equals(DEBUG_PORT))
                .ifPresent(difference -> {
                    throw new UsageException("--resume: the run in " + options.out() + " had other options: "
                            + difference + ". Give the same options, or only: "
                            + EarlierRun.resumption(began.arguments(), options.out()));
                });
        List<String> differences = provenance.differences(began.provenance());
        OptionsDifference.first(began.options(), now, name -> name.startsWith(JVM))
                .ifPresent(differences::add);
        if (!differences.isEmpty() && !invocation.force()) {
            throw new UsageException("--resume: what would measure now is not what measured the run in " + options.out()
                    + ": " + String.join("; ", differences)
                    + ". Resume it with what began it; --force mixes the two nevertheless");
        }
        return new Resumption(options, invocation, Optional.of(earlier), provenance, differences);
    }

    /** The state of the run, without failures if they are to be tried again. */
    public RunState state() {
        return state;
    }

    /** The journal's length without a last line that is incomplete; empty for a run that begins. */
    Optional<Long> wholeBytes() {
        return earlier.map(EarlierRun::wholeBytes);
    }

    public List<String> warnings() {
        return differences.stream().map(d -> "warning: not as before: " + d).toList();
    }

    /** Begins or continues the run's files, which then have the earlier measurements again. */
    public void record(Recorder recorder, List<Cell> cells, List<LeftOut> leftOut, Progress progress)
            throws IOException {
        if (earlier.isEmpty()) {
            recorder.start(provenance, options, invocation.arguments(), cells);
        } else {
            recorder.resume(provenance, differences);
        }
        recorder.expect(cells, leftOut);
        int forks = 0;
        for (Cell cell : cells) {
            CellState before = state.cell(cell.id());
            boolean failed = before.failure().isPresent();
            for (RunEvent.Launch launch : before.launches()) {
                if (recorder.restore(cell, launch, failed)) {
                    forks++;
                } else {
                    before.forget(launch.fork());
                    progress.say("warning: the result of " + cell.label() + ", fork " + launch.fork()
                            + ", is damaged; it is launched again");
                }
            }
        }
        recorder.restored();
        if (earlier.isPresent()) {
            progress.say("resumed: " + forks + " launches are there already");
        }
    }

    /**
     * The plan that was made before, or a new one; with additions that the earlier plan could not have because the
     * cells had failed.
     */
    public ForkPlan plan(List<Cell> cells, Budget budget, Recorder recorder, Progress progress) {
        Optional<ForkPlan> before = earlierPlan(cells);
        ForkPlan plan = before.orElseGet(() -> budget.plan(
                seconds(cells),
                options.effort()::distributionForks,
                options.effort().forks(),
                budget.spent(),
                options.versus()));
        boolean planned =
                state.hasPlanned(plan.seconds().keySet().stream().map(Cell::id).toList());
        if (before.isEmpty() || !planned) {
            recorder.plan(plan, options, budget);
        }
        if (before.isEmpty() && plan.forks() < options.effort().forks()) {
            progress.say("budget: " + plan.forks() + " of " + options.effort().forks() + " forks of each cell");
            plan.leftOut()
                    .forEach(cell -> progress.say("left out: " + cell.label() + ": "
                            + budget.leftOut(cell, plan).reason()));
        }
        return plan;
    }

    /** The summary of a run that has nothing left to do. */
    public RunSummary summary(List<Cell> cells) throws IOException {
        Results results = new Results(options.out(), cells, System::nanoTime);
        for (Cell cell : cells) {
            for (StoredFork stored : stored(cell)) {
                results.add(cell, stored.fork(), stored.read());
            }
        }
        return RunSummary.of(options.out(), results.all(), cells, state);
    }

    private Optional<ForkPlan> earlierPlan(List<Cell> cells) {
        return state.plan().map(plan -> ForkPlan.of(plan, seconds(cells), options.versus()));
    }

    /** The time of one launch of each cell that may be measured. */
    private Map<Cell, Double> seconds(List<Cell> cells) {
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        cells.forEach(cell -> state.cell(cell.id())
                .calibration()
                .ifPresent(found -> seconds.put(cell, Estimates.launch(options.effort(), found))));
        return seconds;
    }

    /** Whether the run is complete and nothing is to be tried again. */
    public boolean isComplete(List<Cell> cells) throws IOException {
        Optional<ForkPlan> plan = earlierPlan(cells);
        return state.isComplete()
                && plan.isPresent()
                && cells.stream().allMatch(cell -> state.cell(cell.id()).pilot().isPresent())
                && Schedule.distributions(cells, options).stream().noneMatch(launch -> launch.awaitsDistribution(state))
                && Schedule.of(cells, plan.get(), options).stream().noneMatch(launch -> launch.isAwaited(state))
                && isIntact(cells);
    }

    private boolean isIntact(List<Cell> cells) throws IOException {
        for (Cell cell : cells) {
            for (StoredFork stored : stored(cell)) {
                if (!stored.isIntact()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The measurements of a good cell's launches. */
    private List<StoredFork> stored(Cell cell) {
        return StoredFork.of(options.out(), state.cell(cell.id()));
    }
}
