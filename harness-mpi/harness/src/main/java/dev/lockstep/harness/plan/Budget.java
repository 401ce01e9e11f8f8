package dev.lockstep.harness.plan;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.run.Baseline;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;

/** The time that a run may take, by a clock that nobody can set. */
public final class Budget {
    /** What to do about what it leaves out. */
    public static final String REMEDY = "a larger --budget, or --shard";

    private static final double UNLIMITED = Double.POSITIVE_INFINITY;

    private final long start = System.nanoTime();
    private final double seconds;
    private final double before;

    /**
     * From now on.
     *
     * @param millis for the whole run; 0 for as long as it needs
     * @param before seconds that earlier parts of it have taken
     */
    public Budget(long millis, double before) {
        this.seconds = millis == 0 ? UNLIMITED : millis / 1e3;
        this.before = before;
    }

    /** In seconds. */
    public double spent() {
        return before + (System.nanoTime() - start) / 1e9;
    }

    public boolean isSpent() {
        return left() <= 0;
    }

    /** In seconds; infinite without a limit. */
    public double left() {
        return seconds - spent();
    }

    /** The most launches that fit into what is left when so much is gone. */
    public ForkPlan plan(
            Map<Cell, Double> secondsPerLaunch, ToIntFunction<Cell> timed, int asked, double spent, Baseline versus) {
        return seconds == UNLIMITED
                ? ForkPlan.all(secondsPerLaunch, asked, versus)
                : ForkPlan.within(seconds - spent, secondsPerLaunch, timed, asked, versus);
    }

    /** Why a cell is not in the plan. */
    public LeftOut leftOut(Cell cell, ForkPlan plan) {
        return new LeftOut(
                cell.id(),
                String.format(
                        Locale.ROOT,
                        "the budget of %.0f s has no room for it: one launch takes about %.1f s, those of the cheaper cells %.0f s",
                        seconds,
                        plan.seconds().get(cell),
                        plan.total()),
                REMEDY);
    }

    /** Why a cell has fewer launches than planned. */
    public String cut() {
        return String.format(
                Locale.ROOT,
                "the budget of %.0f s was spent after %.0f s: launches took longer than planned",
                seconds,
                spent());
    }
}
