package dev.lockstep.harness.execute;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.FurtherRounds;
import dev.lockstep.harness.plan.NarrowingRounds;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.Recorder;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunState;
import dev.lockstep.run.placement.Placements;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Launches cells again after all that was planned, round by round: until intervals are as narrow as was asked for, or else
 * those that lack launches in the placement that counts. Says which it could not help.
 */
final class FurtherLaunches {
    private final RunOptions options;
    private final RunState state;
    private final Launching launching;
    private final Recorder recorder;
    private final Progress progress;

    FurtherLaunches(RunOptions options, RunState state, Launching launching, Recorder recorder, Progress progress) {
        this.options = options;
        this.state = state;
        this.launching = launching;
        this.recorder = recorder;
        this.progress = progress;
    }

    /** After all that was planned; nothing if the options do not ask for it, or nothing lacks. */
    void run(ForkPlan plan, Budget budget) throws IOException {
        if (options.narrows()) {
            narrow(plan, budget);
        } else if (options.fills()) {
            fill(plan, budget);
        }
    }

    private void narrow(ForkPlan plan, Budget budget) throws IOException {
        NarrowingRounds rounds = narrowing(plan);
        List<Schedule.Launch> next = rounds.next(budget.left());
        if (!next.isEmpty()) {
            progress.say("narrowing: " + rounds.wide().size() + " cells are not yet within "
                    + percent(options.plan().precision()));
        }
        while (!next.isEmpty()) {
            launching.further(next, rounds.expected(budget.left()), budget);
            rounds = narrowing(plan);
            next = rounds.next(budget.left());
        }
        for (Cell cell : rounds.wide()) {
            progress.say("wide: " + cell.label() + ": " + width(rounds.halfWidth(cell), cell)
                    + (rounds.isAtMost(cell) ? "" : "; the time is up"));
        }
    }

    private String width(double half, Cell cell) {
        int launches = state.cell(cell.id()).launches().size();
        if (Double.isFinite(half)) {
            return "within " + percent(half) + " after " + launches + " launches";
        }
        int counting =
                recorder.counting(options.placement(), List.of(cell)).get(cell).size();
        return counting < launches
                ? counting + " of its " + launches + " launches ran in the placement that counts"
                : "no interval of " + launches + (launches == 1 ? " launch" : " launches");
    }

    private NarrowingRounds narrowing(ForkPlan plan) {
        return new NarrowingRounds(
                plan,
                state,
                recorder.halfWidths(options.placement(), plan.forks()),
                options.plan().precision());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }

    private void fill(ForkPlan plan, Budget budget) throws IOException {
        FurtherRounds rounds = after(plan);
        if (!rounds.lacking().isEmpty()) {
            progress.say("filling: " + rounds.lacking().size() + " cells have fewer " + unit()
                    + " than planned in the placement that counts");
        }
        List<Schedule.Launch> next = rounds.next(budget.left());
        while (!next.isEmpty()) {
            launching.further(next, rounds.expected(), budget);
            rounds = after(plan);
            next = rounds.next(budget.left());
        }
        rounds.lacking()
                .forEach((cell, there) -> progress.say("not filled: " + cell.label() + ": " + there + " of "
                        + plan.forks() + " " + unit()
                        + recorder.wished(options.placement(), cell)
                                .map(Placements.Placement::words)
                                .map(words -> " " + words)
                                .orElse("")));
    }

    private String unit() {
        return options.versus().isNone() ? "launches" : "pairs";
    }

    private FurtherRounds after(ForkPlan plan) {
        List<Cell> cells = List.copyOf(plan.seconds().keySet());
        return new FurtherRounds(
                plan,
                state,
                recorder.counting(options.placement(), cells),
                options.versus(),
                options.plan().seed());
    }
}
