package dev.lockstep.harness.execute;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.NarrowingRounds;
import dev.lockstep.harness.plan.PairedRounds;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.Recorder;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunState;
import dev.lockstep.run.placement.Placements;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Launches cells again after all that was planned, round by round: until intervals are as narrow as was asked for, or else
 * those that lack launches in the placement that counts. Says which it could not help.
 */
final class FurtherLaunches {
    /** Times as many launches as planned: of an interval that is to be narrow, of one that is only to be there. */
    private static final int MOST_TO_NARROW = 5;

    private static final int MOST_TO_FILL = 2;

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
        } else if (options.fills() && options.versus().isNone()) {
            fill(plan, budget);
        } else if (options.fills()) {
            pair(plan, budget);
        }
    }

    private void narrow(ForkPlan plan, Budget budget) throws IOException {
        double goal = options.plan().precision();
        NarrowingRounds rounds = launch(
                "narrowing",
                "not yet within " + percent(goal),
                () -> new NarrowingRounds(
                        plan, state, recorder.halfWidths(options.placement(), plan.forks()), goal, MOST_TO_NARROW),
                budget);
        for (Cell cell : rounds.wide()) {
            progress.say("wide: " + cell.label() + ": " + width(rounds.halfWidth(cell), cell)
                    + (rounds.isAtMost(cell) ? "" : "; the time is up"));
        }
    }

    private void fill(ForkPlan plan, Budget budget) throws IOException {
        NarrowingRounds rounds = launch(
                "filling",
                fewer("launches"),
                () -> new NarrowingRounds(plan, state, lacking(plan), Double.MAX_VALUE, MOST_TO_FILL),
                budget);
        for (Cell cell : rounds.wide()) {
            notFilled(cell, counting(List.of(cell)).get(cell).size(), plan, "launches");
        }
    }

    /** Round by round, as long as there is one that fits. */
    private NarrowingRounds launch(String doing, String what, Supplier<NarrowingRounds> now, Budget budget)
            throws IOException {
        NarrowingRounds rounds = now.get();
        List<Schedule.Launch> next = rounds.next(budget.left());
        if (!next.isEmpty()) {
            progress.say(doing + ": " + rounds.wide().size() + " cells are " + what);
        }
        while (!next.isEmpty()) {
            launching.further(next, rounds.expected(budget.left()), budget);
            rounds = now.get();
            next = rounds.next(budget.left());
        }
        return rounds;
    }

    private static String fewer(String unit) {
        return "short of " + unit + " in the placement that counts";
    }

    private void notFilled(Cell cell, int there, ForkPlan plan, String unit) {
        progress.say("not filled: " + cell.label() + ": " + there + " of " + plan.forks() + " " + unit
                + recorder.wished(options.placement(), cell)
                        .map(Placements.Placement::words)
                        .map(words -> " " + words)
                        .orElse(""));
    }

    private String width(double half, Cell cell) {
        int launches = state.cell(cell.id()).launches().size();
        if (Double.isFinite(half)) {
            return "within " + percent(half) + " after " + launches + " launches";
        }
        int counting = counting(List.of(cell)).get(cell).size();
        return counting < launches
                ? counting + " of its " + launches + " launches ran in the placement that counts"
                : "no interval of " + launches + (launches == 1 ? " launch" : " launches");
    }

    private Map<Cell, Set<Integer>> counting(List<Cell> cells) {
        return recorder.counting(options.placement(), cells);
    }

    /**
     * Infinite where fewer launches than planned count, else 0: also where none counts, for what is bound to cores that are
     * far apart is far for ever, and has numbers of its own.
     */
    private Map<Cell, Double> lacking(ForkPlan plan) {
        Map<Cell, Double> lacking = new LinkedHashMap<>();
        counting(List.copyOf(plan.seconds().keySet())).forEach((cell, launches) -> {
            boolean lacks = !launches.isEmpty() && launches.size() < plan.forks(cell);
            lacking.put(cell, lacks ? Double.POSITIVE_INFINITY : 0);
        });
        return lacking;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }

    private void pair(ForkPlan plan, Budget budget) throws IOException {
        PairedRounds rounds = pairs(plan);
        if (!rounds.lacking().isEmpty()) {
            progress.say("filling: " + rounds.lacking().size() + " cells are " + fewer("pairs"));
        }
        List<Schedule.Launch> next = rounds.next(budget.left());
        while (!next.isEmpty()) {
            launching.further(next, rounds.expected(), budget);
            rounds = pairs(plan);
            next = rounds.next(budget.left());
        }
        rounds.lacking().forEach((cell, there) -> notFilled(cell, there, plan, "pairs"));
    }

    private PairedRounds pairs(ForkPlan plan) {
        return new PairedRounds(
                plan,
                state,
                counting(List.copyOf(plan.seconds().keySet())),
                options.versus(),
                options.plan().seed());
    }
}
