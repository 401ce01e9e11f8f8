package dev.lockstep.cli;

import dev.lockstep.cli.options.PlacementOption;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.html.ReportWriter;
import dev.lockstep.reports.published.Published;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep report}. */
@Command(
        name = "report",
        description = "Makes an HTML report from a run's folder, or from any JMH results.json.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR|FILE", arity = "1", description = "a run's folder, or a results.json")
    List<Path> sources;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "the report (default: report.html in the folder)")
    Path output;

    @Option(
            names = "--published",
            description =
                    "draw the figures of papers, too, of their machines and years, where the run has a curve of the same")
    boolean published;

    @Mixin
    PlacementOption placement;

    @Override
    public Integer call() throws Exception {
        if (sources.size() > 1) {
            throw new UsageException("one run at a time; " + sources.size() + " were named");
        }
        Path source = sources.get(0);
        if (!Files.exists(source)) {
            throw new UsageException(source + ": there is no such folder or file");
        }
        RunData data = RunData.read(source, placement.wish());
        Path folder =
                Files.isDirectory(source) ? source : source.toAbsolutePath().getParent();
        Path html = output != null ? output : folder.resolve("report.html");
        Measurement.print(data, Measurement::lineUp, System.out);
        new ReportWriter().write(data, html, published ? Published.all() : List.of());
        System.err.println("report: " + html.toAbsolutePath().normalize());
        return 0;
    }
}
