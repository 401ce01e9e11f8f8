package dev.lockstep.cli;

import dev.lockstep.cli.options.CellOptions;
import dev.lockstep.cli.options.EffortOptions;
import dev.lockstep.cli.options.InspectionOptions;
import dev.lockstep.cli.options.JarOptions;
import dev.lockstep.cli.options.MeasuringOptions;
import dev.lockstep.cli.options.Percent;
import dev.lockstep.cli.options.VersusOptions;
import dev.lockstep.harness.execute.LockstepRunner;
import dev.lockstep.harness.plan.Suite;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Baseline;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep run}. */
@Command(
        name = "run",
        description = "Runs some benchmarks, side by side on several communicators and numbers of ranks.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nFor example%n",
        footer = {
            "  lockstep run AllReduce --comm local,openmpi --ranks 2 -p bytes=64,65536",
            "  lockstep run PingPong --forks 5 --iteration-time 500ms",
            "  lockstep run TransportPingPong --transport all --comm local,none",
            "  lockstep run PingPong --comm openmpi --vs comm=local",
            "",
            "Exit codes: 0 all cells good, 1 a cell failed, 2 bad usage or input, 3 nothing to run, 130 interrupted."
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "REGEX", description = "benchmarks whose names contain one of these (default: all)")
    List<String> patterns = List.of();

    @Mixin
    CellOptions cells;

    @Mixin
    VersusOptions versus;

    @Mixin
    EffortOptions effort;

    @Mixin
    MeasuringOptions measuring;

    @Mixin
    InspectionOptions inspection;

    @Mixin
    JarOptions jars;

    @Option(
            names = "--handicap",
            paramLabel = "PERCENT",
            description = "do this much more work than is counted, such as 5%%, to see whether a comparison notices")
    String handicap;

    @Option(names = "--dry-run", description = "print every cell and its launch command, and run nothing")
    boolean dryRun;

    @Override
    public Integer call() throws Exception {
        jars.require();
        RunOptions options = options();
        Progress progress = Measurement.progress();
        LockstepRunner runner = new LockstepRunner(options, Suite.of(options), progress);
        if (dryRun) {
            return Measurement.dryRun(runner, options);
        }
        if (handicap != null) {
            progress.say("handicap: every score is " + handicap + " worse than it would be without");
        }
        return Measurement.run(runner, measuring, options.out(), progress, Measurement::lineUp);
    }

    RunOptions options() throws IOException {
        Baseline base = versus.base(cells);
        LockstepOptionsBuilder builder =
                measuring.options(RunOptions.Plan.DEFAULT).versus(base);
        effort.apply(builder, inspection.usual(base.isNone() ? RunOptions.Effort.DEFAULT : RunOptions.Effort.PAIRED));
        cells.named(patterns).forEach(builder::include);
        cells.apply(builder);
        inspection.apply(builder);
        if (handicap != null) {
            builder.handicap(Percent.parse("--handicap", handicap));
        }
        return builder.build();
    }
}
