package dev.lockstep.cli.options;

import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.Shard;
import picocli.CommandLine.Option;

/** The options for the order and the length of a run, and for a part of it. */
public final class PlanOptions {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "decides the order of launches; ranks see it as the system property "
                    + RunOptions.Plan.SEED_PROPERTY + " (default: ${DEFAULT-VALUE})")
    long seed;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "how long the run may take, such as 10m: before it measures, it plans as many forks as fit")
    String budget;

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "only the I-th of N parts; 'lockstep merge' makes one run of all")
    String shard;

    public RunOptions.Plan plan() {
        return new RunOptions.Plan(
                seed,
                budget == null ? 0 : OptionText.millis("--budget", budget),
                shard == null ? Shard.WHOLE : Shard.parse(shard));
    }
}
