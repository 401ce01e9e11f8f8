package dev.lockstep.cli.options;

import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.Shard;
import picocli.CommandLine.Option;

/** The options for the order and the length of a run, and for a part of it; the command chooses what is not given. */
public final class PlanOptions {
    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "decides the order of launches; ranks see it as the system property "
                    + RunOptions.Plan.SEED_PROPERTY + " (default: 1)")
    Long seed;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "how long the run may take, such as 10m: before it measures, it plans as many forks as fit"
                    + " (bench: 5m; run, bench --full: no limit)")
    String budget;

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            description =
                    "after the planned launches, launch cells again until half of the 95%% interval is at most so much"
                            + " of the score, the widest first, at most five times as often as planned (bench without"
                            + " --forks: 10%%; else: only for launches in another placement)")
    String precision;

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "only the I-th of N parts; 'lockstep merge' makes one run of all")
    String shard;

    /** The options that were given, completed by a command's usual choice. */
    public RunOptions.Plan or(RunOptions.Plan usual) {
        return new RunOptions.Plan(
                seed == null ? usual.seed() : seed,
                budget == null ? usual.budgetMillis() : OptionText.millis("--budget", budget),
                precision == null ? usual.precision() : Percent.parse("--precision", precision),
                shard == null ? usual.shard() : Shard.parse(shard));
    }
}
