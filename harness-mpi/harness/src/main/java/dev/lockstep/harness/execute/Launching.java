package dev.lockstep.harness.execute;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Estimates;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.record.Recorder;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;

/** Makes the launches of a schedule, one after another, as far as they have not been made before and the budget lasts. */
final class Launching {
    private final RunOptions options;
    private final RunState state;
    private final BiFunction<Schedule.Launch, String, SingleLaunch.Made> launches;
    private final Recount recount;
    private final Recorder recorder;
    private final Progress progress;

    /**
     * Of a run.
     *
     * @param launches makes one, which is called so in words
     */
    Launching(
            RunOptions options,
            RunState state,
            BiFunction<Schedule.Launch, String, SingleLaunch.Made> launches,
            Recount recount,
            Recorder recorder,
            Progress progress) {
        this.options = options;
        this.state = state;
        this.launches = launches;
        this.recount = recount;
        this.recorder = recorder;
        this.progress = progress;
    }

    /**
     * Makes them.
     *
     * @param schedule what to launch
     * @param distributions what {@link Distributions} will launch after them, as far as their cells are good
     */
    void run(List<Schedule.Launch> schedule, List<Schedule.Launch> distributions, Budget budget) throws IOException {
        List<Schedule.Launch> pending =
                schedule.stream().filter(launch -> launch.isAwaited(state)).toList();
        Set<Cell> planned = schedule.stream().map(Schedule.Launch::cell).collect(Collectors.toSet());
        List<Schedule.Launch> later =
                distributions.stream().filter(l -> planned.contains(l.cell())).toList();
        progress.expect(
                remaining(pending, later),
                pending.stream()
                        .map(launch ->
                                state.cell(launch.cell().id()).calibration().orElseThrow())
                        .mapToDouble(pilot -> Estimates.launch(options.effort(), pilot))
                        .average()
                        .orElse(0));
        for (Schedule.Launch launch : pending) {
            if (budget.isSpent()) {
                cut(schedule, budget.cut());
                return;
            }
            if (launch.isAwaited(state)) {
                settle(launch, make(launch, follows(launch, pending), budget), () -> remaining(pending, later));
            }
        }
    }

    /**
     * Makes launches after the planned ones, as far as the budget lasts.
     *
     * @param expected of these and of others that may follow
     */
    void further(List<Schedule.Launch> round, int expected, Budget budget) throws IOException {
        progress.remaining(Math.max(expected, round.size()));
        for (Schedule.Launch launch : round) {
            if (!budget.isSpent() && launch.isAwaited(state)) {
                settle(launch, make(launch, false, budget), () -> remaining(round, List.of()));
            }
        }
    }

    private int remaining(List<Schedule.Launch> launches, List<Schedule.Launch> distributions) {
        return (int)
                (launches.stream().filter(launch -> launch.isAwaited(state)).count()
                        + distributions.stream()
                                .filter(launch -> launch.mayTimeOperations(state))
                                .count());
    }

    /** Of a base there are two forks in each round. */
    private String step(Schedule.Launch launch) {
        int rounds = options.effort().forks();
        int forks = options.versus().launchesPerRound(launch.cell().key()) * rounds;
        String further = options.narrows() ? ", to narrow" : ", to fill";
        return launch.cell().label() + ", fork " + launch.fork() + (launch.fork() > forks ? further : "/" + forks);
    }

    private static boolean follows(Schedule.Launch launch, List<Schedule.Launch> pending) {
        return pending.stream().anyMatch(l -> l.cell().equals(launch.cell()) && l.fork() > launch.fork());
    }

    /** A first launch may be made twice: within the budget, what it shows of n and of the warm-up is mended. */
    private ForkOutcome make(Schedule.Launch launch, boolean followed, Budget budget) throws IOException {
        SingleLaunch.Made made = launches.apply(launch, step(launch));
        Optional<String> discarded =
                budget.isSpent() ? Optional.empty() : recount.discards(launch.cell(), made.outcome(), followed);
        if (discarded.isPresent()) {
            progress.say("discarded, and made again: " + step(launch) + ": " + discarded.get());
            made = launches.apply(launch, step(launch));
        }
        recorder.launch(launch.cell(), launch.fork(), made.outcome(), made.folder());
        return made.outcome();
    }

    private void settle(Schedule.Launch launch, ForkOutcome outcome, IntSupplier remaining) {
        Cell cell = launch.cell();
        if (outcome.ok()) {
            Result<?> score = outcome.result().get().getPrimaryResult();
            if (options.narrows()) {
                tellWidest();
            }
            progress.end(
                    step(launch),
                    String.format(Locale.ROOT, "%.4g %s%s", score.getScore(), score.getScoreUnit(), cell.marks()));
        } else {
            progress.end(step(launch), "FAILED");
            progress.remaining(remaining.getAsInt());
            progress.failed(cell, outcome.reason());
        }
    }

    private void tellWidest() {
        recorder.halfWidths(options.placement(), 0).values().stream()
                .filter(Double::isFinite)
                .max(Comparator.naturalOrder())
                .ifPresent(progress::widest);
    }

    /** The machine was slower than the plan: what is not launched yet stays so, for good. */
    private void cut(List<Schedule.Launch> schedule, String reason) {
        progress.say(reason);
        List<Cell> cells = schedule.stream()
                .filter(launch -> launch.isAwaited(state))
                .map(Schedule.Launch::cell)
                .distinct()
                .toList();
        for (Cell cell : cells) {
            int planned =
                    (int) schedule.stream().filter(l -> l.cell().equals(cell)).count();
            int forks = state.cell(cell.id()).goodForks().size();
            recorder.cut(cell, forks, planned, reason);
            progress.say("cut: " + cell.label() + ": " + forks + " of " + planned + " forks");
        }
    }
}
