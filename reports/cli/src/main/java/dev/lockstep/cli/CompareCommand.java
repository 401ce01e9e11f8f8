package dev.lockstep.cli;

import dev.lockstep.cli.options.ComparisonOutput;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep compare}. */
@Command(
        name = "compare",
        description = "Compares two runs' folders, or any two of JMH's JSON files (.gz too), and says what got slower.",
        mixinStandardHelpOptions = true,
        footerHeading =
                "%nExit codes: 0 nothing regressed, 1 something did or fails in head, 2 bad usage or input, 3 nothing to compare,"
                        + " 4 inconclusive (--strict).%n")
final class CompareCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "BASE",
            description = "a run's folder, a JMH result file, or a folder of runs, whose forks are pooled")
    Path base;

    @Parameters(index = "1", paramLabel = "HEAD", description = "the same, of what is to be judged")
    Path head;

    @Mixin
    ComparisonOutput output;

    @Override
    public Integer call() throws Exception {
        Settings settings = output.settings();
        for (Path source : List.of(base, head)) {
            if (!Files.exists(source)) {
                throw new UsageException(source + ": there is no such folder or file");
            }
        }
        return output.write(Comparison.read(base, head, settings));
    }
}
