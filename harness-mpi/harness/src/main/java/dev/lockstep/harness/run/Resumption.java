package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a run takes over from an earlier part of itself: nothing, if it is new. */
final class Resumption {
    /** The JVM's options follow its version: they differ as what measures does, not as what was asked for. */
    private static final String JVM = "jvm";

    private final RunOptions options;
    private final Invocation invocation;
    private final History history;
    private final Provenance provenance;
    private final List<String> differences;

    private Resumption(
            RunOptions options,
            Invocation invocation,
            History history,
            Provenance provenance,
            List<String> differences) {
        this.options = options;
        this.invocation = invocation;
        this.history = history;
        this.provenance = provenance;
        this.differences = differences;
    }

    /**
     * Reads the earlier part.
     *
     * @throws UsageException if the two do not belong together, or there is none
     */
    static Resumption of(RunOptions options, String version, Invocation invocation) throws IOException {
        Provenance provenance = Provenance.of(version, options);
        if (!invocation.resume()) {
            return new Resumption(options, invocation, History.none(options.out()), provenance, List.of());
        }
        History history = History.read(options.out());
        JsonNode before = history.began("options");
        JsonNode now = OptionsJson.of(options);
        OptionsJson.difference(before, now, JVM).ifPresent(difference -> {
            throw new UsageException("--resume: the run in " + options.out() + " was asked for otherwise: " + difference
                    + ". Say what was said then, or only: "
                    + EarlierRun.resumption(EarlierRun.arguments(history), options.out()));
        });
        List<String> differences = provenance.differences(history.began("provenance"));
        OptionsJson.difference(before.path(JVM), now.path(JVM), "").ifPresent(d -> differences.add("jvm." + d));
        if (!differences.isEmpty() && !invocation.force()) {
            throw new UsageException("--resume: what would measure now is not what measured the run in " + options.out()
                    + ": " + String.join("; ", differences)
                    + ". Resume it with what began it; --force mixes the two nevertheless");
        }
        return new Resumption(options, invocation, history, provenance, differences);
    }

    History history() {
        return history;
    }

    List<String> warnings() {
        return differences.stream().map(d -> "warning: not as before: " + d).toList();
    }

    CellStates states(List<Cell> cells) {
        return new CellStates(cells, history, invocation.retryFailed());
    }

    /** Begins or continues the run's files; what was measured before is in them again. */
    void record(Recorder recorder, List<Cell> cells, List<LeftOut> leftOut, CellStates states, Progress progress)
            throws IOException {
        if (history.isEmpty()) {
            recorder.start(provenance, options, invocation.arguments(), cells);
        } else {
            recorder.resume(provenance, differences);
        }
        recorder.expect(cells, leftOut, history);
        int forks = 0;
        for (Cell cell : cells) {
            for (History.Launch launch : history.launches(cell)) {
                if (launch.result().isEmpty() && invocation.retryFailed()) {
                    continue;
                }
                if (recorder.restore(cell, launch, states.failure(cell).isPresent())) {
                    forks++;
                } else {
                    states.undo(cell, launch.fork());
                    progress.say("warning: the result of " + cell.label() + ", fork " + launch.fork()
                            + ", is damaged; it is launched again");
                }
            }
        }
        recorder.restored();
        if (!history.isEmpty()) {
            progress.say("resumed: " + forks + " launches are there already");
        }
    }

    /** The plan that was made before, or a new one; with what an earlier one could not know, for it had failed then. */
    ForkPlan plan(CellStates states, Budget budget, Recorder recorder, Progress progress) {
        Optional<ForkPlan> earlier = earlierPlan(states);
        ForkPlan plan = earlier.orElseGet(() -> budget.plan(
                seconds(states), options.effort().forks(), budget.spent() + distributions(states), options.versus()));
        if (earlier.isEmpty() || !history.hasPlanned(plan.seconds().keySet())) {
            recorder.plan(plan, options, budget);
        }
        if (earlier.isEmpty() && plan.forks() < options.effort().forks()) {
            progress.say("budget: " + plan.forks() + " of " + options.effort().forks() + " forks of each cell");
            plan.leftOut()
                    .forEach(cell -> progress.say("left out: " + cell.label() + ": "
                            + budget.leftOut(cell, plan).reason()));
        }
        return plan;
    }

    /** What the launches will take that time each operation: it is kept back from those that scores come from. */
    private double distributions(CellStates states) {
        return seconds(states).entrySet().stream()
                .mapToDouble(e -> e.getValue() * options.effort().distributionForks(e.getKey()))
                .sum();
    }

    /** How a run ended that has nothing left to do. */
    RunSummary summary(List<Cell> cells, CellStates states) throws IOException {
        Results results = new Results(options.out(), cells);
        for (Cell cell : cells) {
            for (History.Launch launch : history.launches(cell)) {
                if (launch.result().isPresent() && states.failure(cell).isEmpty()) {
                    results.add(cell, launch.fork(), launch.result().get().read());
                }
            }
        }
        return new RunSummary(options.out(), results.all(), states.failures(), states.failedDistributions());
    }

    private Optional<ForkPlan> earlierPlan(CellStates states) {
        return history.plan().map(event -> JournalEvents.plan(event, seconds(states), options.versus()));
    }

    private Map<Cell, Double> seconds(CellStates states) {
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        states.ready().forEach((cell, pilot) -> seconds.put(cell, Estimates.launch(options.effort(), pilot)));
        return seconds;
    }

    /** Whether the run has come to its end and nothing is to be tried again. */
    boolean isComplete(List<Cell> cells, CellStates states) throws IOException {
        Optional<ForkPlan> plan = earlierPlan(states);
        return history.ended()
                && plan.isPresent()
                && states.withoutPilot().isEmpty()
                && Schedule.distributions(cells, options).stream().noneMatch(states::isDistributionPending)
                && Schedule.of(cells, plan.get(), options).stream().noneMatch(states::isPending)
                && isIntact(cells, states);
    }

    private boolean isIntact(List<Cell> cells, CellStates states) throws IOException {
        for (Cell cell : cells) {
            for (History.Launch launch : history.launches(cell)) {
                if (launch.result().isPresent()
                        && states.failure(cell).isEmpty()
                        && !launch.result().get().isIntact()) {
                    return false;
                }
            }
        }
        return true;
    }
}
