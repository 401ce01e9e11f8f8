package dev.lockstep.harness.plan;

import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.PilotLimits;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;
import java.util.List;

/** How long things will take, in seconds; rough, and known before they are begun. */
public final class Estimates {
    /** What a launch costs before its first iteration. */
    private static final double LAUNCH = 1.2;

    /** What an iteration takes besides, however short it is. */
    private static final double BETWEEN_NANOS = 5e6;

    /** Self-check of one cell, and growing batches until they can be timed. */
    private static final double CHECK = 0.3;

    /** Of the time that a search may take, what it does take. */
    private static final double SEARCH = 0.5;

    private Estimates() {}

    /** One launch, as far as the options tell: iterations last as long as they should, and the warm-up as long as the search will. */
    public static double launch(RunOptions.Effort effort) {
        double nanos = effort.iterationMillis() * 1e6;
        double search = SEARCH * PilotLimits.searchNanos(effort.iterationMillis());
        double warmups = Math.max(effort.warmupIterations(), Math.ceil(search / (nanos + BETWEEN_NANOS)));
        return launch(warmups + effort.iterations(), nanos);
    }

    /** One launch, after the pilot: n may be given, and iterations last longer or shorter than they should. */
    public static double launch(RunOptions.Effort effort, RunEvent.Calibration pilot) {
        double iterationNanos = pilot.wallNanosPerCall() == null ? 0 : pilot.n() * pilot.wallNanosPerCall();
        return launch(
                effort.warmupIterations(pilot) + effort.iterations(),
                iterationNanos > 0 ? iterationNanos : effort.iterationMillis() * 1e6);
    }

    /** All pilots: a launch for each layout, in which its cells come one after another. */
    public static double pilots(List<Cell> cells, RunOptions.Effort effort) {
        List<RankLayout> layouts = cells.stream()
                .filter(c -> c.benchmark().ranked())
                .map(Cell::layout)
                .toList();
        return layouts.stream().distinct().count() * LAUNCH
                + layouts.stream().mapToDouble(layout -> pilot(layout, effort)).sum();
    }

    private static double pilot(RankLayout layout, RunOptions.Effort effort) {
        PilotLimits limits = PilotLimits.of(effort.iterationMillis(), !layout.oversubscribed());
        return CHECK + (limits.searches() ? SEARCH : 1) * limits.searchNanos() / 1e9;
    }

    private static double launch(double iterations, double nanos) {
        return LAUNCH + iterations * (nanos + BETWEEN_NANOS) / 1e9;
    }
}
