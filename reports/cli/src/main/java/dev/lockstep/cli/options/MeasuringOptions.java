package dev.lockstep.cli.options;

import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.placement.PlacementChoice;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of all commands that measure. */
public final class MeasuringOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "folder for everything that is written (default: lockstep-results/<UTC time>)")
    Path out;

    @Mixin
    LaunchingOptions launching;

    @Mixin
    JvmOptions jvm;

    @Mixin
    PlanOptions plan = new PlanOptions();

    @Mixin
    ResumeOptions resume = new ResumeOptions();

    @Mixin
    PlacementOption placement;

    /** A builder with what these options say, and a command's usual choice where they do not; the command adds the rest. */
    public LockstepOptionsBuilder options(RunOptions.Plan usual) {
        LockstepOptionsBuilder options = new LockstepOptionsBuilder()
                .launch(launching.launch())
                .jvm(jvm.jvm())
                .plan(plan.or(usual))
                .placement(placement.wish());
        return out == null ? options : options.output(out);
    }

    /** Of which iterations the report's numbers are to be. */
    public PlacementChoice.Wish placement() {
        return placement.wish();
    }

    public Invocation invocation() {
        return resume.invocation(out);
    }
}
