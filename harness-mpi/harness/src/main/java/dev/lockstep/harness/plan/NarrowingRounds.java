package dev.lockstep.harness.plan;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.CellState;
import dev.lockstep.run.RunState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The rounds of launches after the planned ones, for cells whose 95% intervals are still wide, the widest first, or of which
 * fewer launches than planned count: each of them once a round, so that one that never gets there does not take the time of
 * the others. How many launches a cell has depends on where they run and how they scatter, not on what they read.
 */
public final class NarrowingRounds {
    private final ForkPlan plan;
    private final RunState state;
    private final Map<Cell, Double> halfWidths;
    private final double goal;
    private final int times;

    /**
     * After the launches so far.
     *
     * @param plan of the first rounds
     * @param halfWidths half of each cell's interval over its mean; infinite where too few launches count
     * @param goal until which cells get launches; {@link Double#MAX_VALUE} if any interval will do
     * @param times how many times as many launches as planned a cell gets at most
     */
    public NarrowingRounds(ForkPlan plan, RunState state, Map<Cell, Double> halfWidths, double goal, int times) {
        this.plan = plan;
        this.state = state;
        this.halfWidths = halfWidths;
        this.goal = goal;
        this.times = times;
    }

    /** The cells whose intervals are wider than they should be, the widest first. */
    public List<Cell> wide() {
        return halfWidths.keySet().stream()
                .filter(cell -> halfWidths.get(cell) > goal && mayBeLaunched(cell))
                .sorted(Comparator.comparing(halfWidths::get, Comparator.reverseOrder()))
                .toList();
    }

    private boolean mayBeLaunched(Cell cell) {
        return plan.forks(cell) > 0 && stands(cell).isMade(plan.forks(cell));
    }

    private CellState stands(Cell cell) {
        return state.cell(cell.id());
    }

    /** Half of a cell's interval over its mean; infinite where too few launches count. */
    public double halfWidth(Cell cell) {
        return halfWidths.get(cell);
    }

    /**
     * The next round, as far as it fits.
     *
     * @param seconds for all of it; each launch costs what those of its cell did
     * @return in order; none if every interval is narrow, or there is no room
     */
    public List<Schedule.Launch> next(double seconds) {
        List<Schedule.Launch> round = new ArrayList<>();
        double left = seconds;
        for (Cell cell : wide()) {
            double cost = stands(cell).meanSeconds();
            if (!isAtMost(cell) && cost <= left) {
                left -= cost;
                round.add(new Schedule.Launch(cell, stands(cell).lastFork() + 1));
            }
        }
        return round;
    }

    /** The number of launches that would make all intervals narrow, as far as there may be more, and there is room. */
    public int expected(double seconds) {
        int launches = 0;
        double left = seconds;
        for (Cell cell : wide()) {
            int last = stands(cell).lastFork();
            double cost = stands(cell).meanSeconds();
            double factor = Math.pow(halfWidth(cell) / goal, 2);
            double wanted = Double.isInfinite(factor) ? last + 1 : Math.ceil(factor * last);
            double further = Math.min(wanted, times * plan.forks(cell)) - last;
            double fitting = Math.min(further, Math.floor(left / cost));
            launches += (int) fitting;
            left -= fitting * cost;
        }
        return launches;
    }

    /** Whether a cell has as many launches as it may have. */
    public boolean isAtMost(Cell cell) {
        return stands(cell).lastFork() >= times * plan.forks(cell);
    }
}
