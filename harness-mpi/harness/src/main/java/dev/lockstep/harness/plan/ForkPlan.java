package dev.lockstep.harness.plan;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RunEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * How many launches each cell gets: settled before anything is measured, by cost alone, never by results.
 *
 * <p>All cells get as many, so that what is compared has the same weight: the largest number, up to what was asked for, with which the sum of all launches fits into
 * the budget. If not even one launch of each fits, the costliest cells are left out, one after another, until it does;
 * a base is left out with what is compared with it. Transports that do the same are left out together, unless nothing would be
 * left then.
 *
 * @param forks launches of each cell that takes part; the base of a comparison has twice as many
 * @param seconds what one launch of each cell costs, roughly; also of the cells that are left out
 * @param leftOut for which there is no time
 * @param versus what is compared
 */
public record ForkPlan(int forks, Map<Cell, Double> seconds, List<Cell> leftOut, Baseline versus) {
    public ForkPlan {
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
        leftOut = List.copyOf(leftOut);
    }

    /** Without a budget. */
    static ForkPlan all(Map<Cell, Double> seconds, int asked, Baseline versus) {
        return new ForkPlan(asked, seconds, List.of(), versus);
    }

    /**
     * Within a budget.
     *
     * @param seconds what one launch of each cell costs
     * @param timed how many launches a cell that takes part has besides, which time each operation
     * @param asked how many launches of each were asked for
     * @param versus what is compared
     * @param budget seconds for all launches together
     */
    public static ForkPlan within(
            double budget, Map<Cell, Double> seconds, ToIntFunction<Cell> timed, int asked, Baseline versus) {
        ForkPlan together = within(
                budget,
                seconds,
                timed,
                asked,
                versus,
                cell -> versus.common(cell.key()).without(CellKey.TRANSPORT));
        return together.forks > 0
                ? together
                : within(budget, seconds, timed, asked, versus, cell -> versus.common(cell.key()));
    }

    private static ForkPlan within(
            double budget,
            Map<Cell, Double> seconds,
            ToIntFunction<Cell> timed,
            int asked,
            Baseline versus,
            Function<Cell, CellKey> common) {
        Map<CellKey, Map<Cell, Double>> comparisons = new LinkedHashMap<>();
        seconds.forEach((cell, cost) -> comparisons
                .computeIfAbsent(common.apply(cell), key -> new LinkedHashMap<>())
                .put(cell, cost));
        List<Map<Cell, Double>> costliest = new ArrayList<>(comparisons.values());
        // Of those that cost the same, the last goes first: a stable sort of the reversed list.
        Collections.reverse(costliest);
        costliest.sort(Comparator.comparing(some -> Collections.max(some.values()), Comparator.reverseOrder()));
        Map<Cell, Double> kept = new LinkedHashMap<>(seconds);
        List<Map<Cell, Double>> out = new ArrayList<>();
        for (Map<Cell, Double> some : costliest) {
            if (round(kept, versus) + timed(kept, timed) > budget) {
                kept.keySet().removeAll(some.keySet());
                out.add(some);
            }
        }
        // Several of a group may have gone for one that cost more than each of them.
        for (Map<Cell, Double> some : List.copyOf(out)) {
            Map<Cell, Double> more = new LinkedHashMap<>(kept);
            more.putAll(some);
            if (round(more, versus) + timed(more, timed) <= budget) {
                kept = more;
                out.remove(some);
            }
        }
        List<Cell> leftOut =
                out.stream().flatMap(some -> some.keySet().stream()).toList();
        double left = budget - timed(kept, timed);
        int forks = kept.isEmpty() ? 0 : (int) Math.min(asked, Math.floor(left / round(kept, versus)));
        return new ForkPlan(forks, seconds, leftOut, versus);
    }

    /** What {@link #event} wrote; cells that it does not know are planned like the others. */
    public static ForkPlan of(RunEvent.Plan plan, Map<Cell, Double> seconds, Baseline versus) {
        Set<String> leftOut = plan.cells().stream()
                .filter(cell -> cell.forks() == 0)
                .map(RunEvent.PlannedCell::cell)
                .collect(Collectors.toSet());
        return new ForkPlan(
                plan.forks(),
                seconds,
                seconds.keySet().stream().filter(c -> leftOut.contains(c.id())).toList(),
                versus);
    }

    /** For the journal. */
    public RunEvent.Plan event(RunOptions options, double spentSeconds) {
        return new RunEvent.Plan(
                options.effort().forks(),
                forks,
                options.plan().budgetMillis() / 1e3,
                spentSeconds,
                total(),
                seconds.entrySet().stream()
                        .map(e -> new RunEvent.PlannedCell(e.getKey().id(), forks(e.getKey()), e.getValue()))
                        .toList());
    }

    public int forks(Cell cell) {
        return seconds.containsKey(cell) && !leftOut.contains(cell) ? forks * versus.launchesPerRound(cell.key()) : 0;
    }

    /** All launches together. */
    public double total() {
        return seconds.keySet().stream()
                .mapToDouble(c -> forks(c) * seconds.get(c))
                .sum();
    }

    /** What the launches cost that time each operation. */
    public static double timed(Map<Cell, Double> seconds, ToIntFunction<Cell> timed) {
        return seconds.entrySet().stream()
                .mapToDouble(e -> e.getValue() * timed.applyAsInt(e.getKey()))
                .sum();
    }

    /** What it costs to launch all that there is to a round. */
    private static double round(Map<Cell, Double> seconds, Baseline versus) {
        return seconds.entrySet().stream()
                .mapToDouble(
                        e -> e.getValue() * versus.launchesPerRound(e.getKey().key()))
                .sum();
    }
}
