package dev.lockstep.cli;

import dev.lockstep.cli.options.PlacementOption;
import dev.lockstep.harness.record.RunMerge;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep merge}. */
@Command(name = "merge", description = "Makes one run of the parts that --shard made.", mixinStandardHelpOptions = true)
final class MergeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "1..*", description = "the folders of the parts, each complete")
    List<Path> parts;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "the folder of the whole")
    Path output;

    @Mixin
    PlacementOption placement;

    @Override
    public Integer call() throws Exception {
        Progress progress = new Progress(System.err, 0);
        RunSummary summary = RunMerge.merge(parts, output, progress);
        Path report = Measurement.report(output, placement.wish(), Measurement::lineUp, System.out);
        progress.say("merged " + parts.size() + " runs: " + summary.good() + " cells"
                + (summary.failed() > 0 ? ", " + summary.failed() + " FAILED" : "")
                + (summary.missingShards() > 0 ? ", " + summary.missingShards() + " shards MISSING" : ""));
        progress.say("report: " + report.toAbsolutePath().normalize());
        return summary.exitCode();
    }
}
