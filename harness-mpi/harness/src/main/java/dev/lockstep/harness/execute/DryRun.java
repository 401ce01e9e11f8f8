package dev.lockstep.harness.execute;

import dev.lockstep.harness.launch.LaunchPlan;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Estimates;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints what a run would do. */
public final class DryRun {
    private DryRun() {}

    /**
     * Every cell with the command that starts its processes, as far as it is known before a launch: the relay's port, the key and JMH's own arguments come with it.
     *
     * @param cells of the run
     * @param options of the run
     * @param out where to print
     */
    public static void print(List<Cell> cells, RunOptions options, PrintStream out) {
        Map<RankLayout, LaunchPlan> plans = new HashMap<>();
        for (Cell cell : cells) {
            out.println(cell.id() + cell.marks());
            LaunchPlan plan = plans.computeIfAbsent(cell.layout(), options.launch()::plan);
            out.println("    " + CellExecutor.of(options, cell.layout()).command(cell, plan));
        }
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        cells.forEach(cell -> seconds.put(cell, Estimates.launch(options.effort())));
        Budget budget = new Budget(options.plan().budgetMillis(), 0);
        double pilots = Estimates.pilots(cells, options.effort());
        ForkPlan plan = budget.plan(
                seconds, options.effort()::distributionForks, options.effort().forks(), pilots, options.versus());
        seconds.keySet().removeAll(plan.leftOut());
        int distributions = seconds.keySet().stream()
                .mapToInt(options.effort()::distributionForks)
                .sum();
        double timed = ForkPlan.timed(seconds, options.effort()::distributionForks);
        plan.leftOut()
                .forEach(cell -> out.println("left out: " + cell.id() + ": "
                        + budget.leftOut(cell, plan).reason()));
        int launches = cells.stream().mapToInt(plan::forks).sum();
        out.printf(
                Locale.ROOT,
                "plan: %d of %d forks of each cell%s, about %.1f s each; pilots %.0f s, launches %.0f s, distributions %.0f s, together %.0f s%s%n",
                plan.forks(),
                options.effort().forks(),
                options.versus().isNone() ? "" : ", twice that of those with " + options.versus(),
                Estimates.launch(options.effort()),
                pilots,
                plan.total(),
                timed,
                pilots + plan.total() + timed,
                options.fills() ? "; up to as many launches again if the machine moves its cores" : "");
        out.println(cells.size() + " cells, " + launches + " launches besides the pilots"
                + (distributions > 0 ? ", and " + distributions + " for distributions" : ""));
    }
}
