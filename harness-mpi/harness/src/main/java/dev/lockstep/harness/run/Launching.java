package dev.lockstep.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.Result;

/** Makes the launches of a schedule, one after another, as far as they have not been made before and the budget lasts. */
final class Launching {
    private final RunOptions options;
    private final CellStates states;
    private final RunFolder folder;
    private final Recorder recorder;
    private final Progress progress;

    Launching(RunOptions options, CellStates states, RunFolder folder, Recorder recorder, Progress progress) {
        this.options = options;
        this.states = states;
        this.folder = folder;
        this.recorder = recorder;
        this.progress = progress;
    }

    void run(List<Schedule.Launch> schedule, Budget budget) throws IOException {
        List<Schedule.Launch> pending =
                schedule.stream().filter(states::isPending).toList();
        progress.expect(
                pending.size(),
                pending.stream()
                        .map(launch -> states.ready().get(launch.cell()))
                        .mapToDouble(pilot -> Estimates.launch(options.effort(), pilot))
                        .average()
                        .orElse(0));
        for (Schedule.Launch launch : pending) {
            if (budget.isSpent()) {
                cut(schedule, budget.cut());
                return;
            }
            if (states.isPending(launch)) {
                settle(launch, make(launch), pending);
            }
        }
    }

    private String step(Schedule.Launch launch) {
        return launch.cell().label() + ", fork " + launch.fork() + "/"
                + options.effort().forks();
    }

    private ForkOutcome make(Schedule.Launch launch) throws IOException {
        Cell cell = launch.cell();
        progress.begin(step(launch));
        progress.debugging(options.launch(), step(launch));
        Durable.requireRoom(folder.path());
        Path here = folder.launch(cell, launch.fork());
        ForkOutcome outcome;
        try {
            outcome = new ForkRun(options)
                    .run(cell, states.ready().get(cell), options.launch().job(here, launch.fork()));
        } catch (IOException e) {
            throw StorageException.of(here, 0, e);
        }
        recorder.launch(cell, launch.fork(), outcome, here);
        return outcome;
    }

    private void settle(Schedule.Launch launch, ForkOutcome outcome, List<Schedule.Launch> pending) {
        Cell cell = launch.cell();
        if (outcome.ok()) {
            states.done(cell, launch.fork());
            Result<?> score = outcome.result().get().getPrimaryResult();
            String oversubscribed = cell.layout().oversubscribed() ? " (oversubscribed)" : "";
            progress.end(
                    step(launch),
                    String.format(Locale.ROOT, "%.4g %s%s", score.getScore(), score.getScoreUnit(), oversubscribed));
        } else {
            progress.end(step(launch), "FAILED");
            progress.skip((int) pending.stream()
                    .filter(l -> l.cell().equals(cell) && l.fork() != launch.fork())
                    .filter(states::isPending)
                    .count());
            String reason = outcome.reason().orElse("no reason given");
            states.fail(cell, reason);
            progress.failed(cell, reason);
        }
    }

    /** The machine was slower than the plan: what is not launched yet stays so, for good. */
    private void cut(List<Schedule.Launch> schedule, String reason) {
        progress.say(reason);
        List<Cell> cells = schedule.stream()
                .filter(states::isPending)
                .map(Schedule.Launch::cell)
                .distinct()
                .toList();
        for (Cell cell : cells) {
            int planned =
                    (int) schedule.stream().filter(l -> l.cell().equals(cell)).count();
            int forks = states.forksDone(cell);
            recorder.cut(cell, forks, planned, reason);
            states.cut(cell, forks);
            progress.say("cut: " + cell.label() + ": " + forks + " of " + planned + " forks");
        }
    }
}
