package dev.lockstep.harness.execute;

import dev.lockstep.harness.launch.LaunchPlan;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.rank.NoneProvider;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Cells of the C reference, whose ranks are a program without a JVM. */
final class ReferenceExecutor implements CellExecutor {
    private final RunOptions options;

    ReferenceExecutor(RunOptions options) {
        this.options = options;
    }

    @Override
    public List<Cell> calibrate(JobSpec spec, List<Cell> cells, BiConsumer<Cell, RunEvent.Pilot> report)
            throws IOException {
        return new ReferencePilot(options, cells).run(spec, report);
    }

    @Override
    public ForkOutcome run(Cell cell, RunEvent.Calibration pilot, JobSpec spec) throws IOException {
        return ReferenceRun.run(options, cell, pilot, spec);
    }

    @Override
    public String command(Cell cell, LaunchPlan plan) {
        return plan.commandLine() + " " + ReferenceRun.command(options, cell);
    }

    @Override
    public Optional<String> obstacle() {
        return options.launch().debug().isEmpty()
                ? Optional.empty()
                : Optional.of("--debug-rank lets a JVM wait for its debugger, and ranks of comm=c are none: leave"
                        + " c out, or --debug-rank");
    }

    /** Of JVMs, which say more of a host than this program. */
    @Override
    public RankLayout surveyed(RankLayout layout) {
        return new RankLayout(NoneProvider.NAME, layout.ranks(), 1, false, layout.hosts());
    }
}
