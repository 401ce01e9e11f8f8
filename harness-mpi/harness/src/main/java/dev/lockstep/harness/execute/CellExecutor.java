package dev.lockstep.harness.execute;

import dev.lockstep.harness.launch.LaunchPlan;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.PilotLimits;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.reference.ReferenceProvider;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** What launches the cells of a communicator: Java's by JMH, or those of the C reference. */
interface CellExecutor {
    /** The one whose ranks a layout has. */
    static CellExecutor of(RunOptions options, RankLayout layout) {
        return layout.comm().equals(ReferenceProvider.NAME) ? new ReferenceExecutor(options) : new JmhExecutor(options);
    }

    /** How long the pilot of cells of the same layout works on each: it does not search for what an earlier run has found. */
    static PilotLimits limits(RunOptions options, List<Cell> cells) {
        boolean known = cells.stream()
                .allMatch(cell -> options.ops().warmupIterations(cell).isPresent());
        return PilotLimits.of(
                options.effort().iterationMillis(),
                !known && !cells.get(0).layout().oversubscribed());
    }

    /**
     * Runs the pilot of cells of the same layout, in one launch.
     *
     * @param spec of the launch
     * @param cells at least one
     * @param report is told of every cell that has an answer
     * @return the cells that it did not come to
     */
    List<Cell> calibrate(JobSpec spec, List<Cell> cells, BiConsumer<Cell, RunEvent.Pilot> report)
            throws IOException, InterruptedException;

    /** Makes one launch of a cell. */
    ForkOutcome run(Cell cell, RunEvent.Calibration pilot, JobSpec spec) throws IOException;

    /** Each process's command as far as it is known before the pilot, in one line that begins with the launcher's. */
    String command(Cell cell, LaunchPlan plan);

    /** Why its cells cannot be run with these options; empty if they can. */
    Optional<String> obstacle();

    /** Ranks on the same hosts that can be asked what those are like. */
    RankLayout surveyed(RankLayout layout);
}
