package dev.lockstep.harness.execute;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.FurtherRounds;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.Recorder;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Placements;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.util.List;

/** Launches cells that lack launches in the placement that counts again, round by round, and says which could not be filled. */
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
        if (!options.fills()) {
            return;
        }
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
                        + recorder.wished(options.placing().wish(), cell)
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
                recorder.counting(options.placing().wish(), cells),
                options.versus(),
                options.plan().seed());
    }
}
