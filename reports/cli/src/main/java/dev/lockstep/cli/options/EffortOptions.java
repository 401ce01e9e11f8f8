package dev.lockstep.cli.options;

import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Require;
import dev.lockstep.harness.run.RunOptions;
import picocli.CommandLine.Option;

/** The options for how long and how often to measure; the command chooses what is not given. */
public final class EffortOptions {
    @Option(
            names = "--forks",
            paramLabel = "N",
            description =
                    "launches of each cell (run: 5, with --vs 10; bench: 5, and more by --precision); from 3 on, those that"
                            + " run in another placement of the cores are made up for, with at most as many again")
    Integer forks;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description =
                    "warm-up iterations of each launch, at least; more where the pilot took longer to get steady (run: 5;"
                            + " bench: 4)")
    Integer warmup;

    @Option(names = "--iterations", paramLabel = "N", description = "measured iterations of each launch (default: 5)")
    Integer iterations;

    @Option(
            names = "--iteration-time",
            paramLabel = "TIME",
            description = "how long an iteration should last (run: 200ms; bench: 80ms)")
    String iterationTime;

    @Option(
            names = "--distribution-forks",
            paramLabel = "N",
            description = "further launches that time each operation, for percentiles of the slowest rank (default: 1;"
                    + " bench: 0, --full 1)")
    Integer distributionForks;

    @Option(
            names = "--keep-samples",
            description = "keep every rank's part in each operation of launches for distributions, as"
                    + " distributions/*.csv.gz, and draw it")
    boolean keepSamples;

    /** Whether it was said how many launches each cell gets. */
    public boolean saysForks() {
        return forks != null;
    }

    /** Hands on what was given, completed by a command's usual choice. */
    public void apply(LockstepOptionsBuilder options, RunOptions.Effort usual) {
        options.effort(or(usual));
        if (keepSamples) {
            options.keepSamples();
        }
    }

    /** The options that were given, completed by a command's usual choice. */
    RunOptions.Effort or(RunOptions.Effort usual) {
        return new RunOptions.Effort(
                atLeast(1, "--forks", forks, usual.forks()),
                atLeast(0, "--warmup", warmup, usual.warmupIterations()),
                atLeast(1, "--iterations", iterations, usual.iterations()),
                iterationTime == null ? usual.iterationMillis() : OptionText.millis("--iteration-time", iterationTime),
                atLeast(0, "--distribution-forks", distributionForks, usual.distributionForks()));
    }

    private static int atLeast(int least, String option, Integer said, int usual) {
        return said == null ? usual : (int) Require.atLeast(least, option, said);
    }
}
