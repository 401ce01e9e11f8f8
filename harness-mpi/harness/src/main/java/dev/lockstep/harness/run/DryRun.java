package dev.lockstep.harness.run;

import dev.lockstep.harness.launch.LaunchPlan;
import dev.lockstep.harness.launch.RankLayout;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        for (Cell cell : cells) {
            out.println(cell.id() + (cell.layout().oversubscribed() ? " (oversubscribed)" : ""));
            out.println("    " + command(options, cell.layout()));
        }
        int launches = cells.size() * options.effort().forks();
        int distributions =
                cells.stream().mapToInt(options.effort()::distributionForks).sum();
        out.println(cells.size() + " cells, " + launches + " launches besides the pilots"
                + (distributions > 0 ? ", and " + distributions + " for distributions" : ""));
    }

    private static String command(RunOptions options, RankLayout layout) {
        LaunchPlan plan = options.launch().plan(layout);
        return Stream.of(
                        List.of(plan.commandLine()),
                        List.of(options.jvm().executable()),
                        plan.jvmOptions(),
                        options.jvm().args(),
                        List.of("..."))
                .flatMap(List::stream)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
