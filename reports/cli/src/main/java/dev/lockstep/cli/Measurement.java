package dev.lockstep.cli;

import dev.lockstep.cli.doctor.WordWrap;
import dev.lockstep.cli.options.MeasuringOptions;
import dev.lockstep.harness.execute.DryRun;
import dev.lockstep.harness.execute.LockstepRunner;
import dev.lockstep.harness.record.EarlierRun;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.reports.Cell;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Status;
import dev.lockstep.reports.html.Names;
import dev.lockstep.reports.html.ReportWriter;
import dev.lockstep.reports.html.SummaryWriter;
import dev.lockstep.reports.regression.Claims;
import dev.lockstep.reports.regression.JsonWriter;
import dev.lockstep.run.placement.PlacementChoice;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Runs cells, prints the line-up, writes summary and report. */
final class Measurement {
    /** Its columns, if standard error is a terminal. */
    private static final String TERMINAL = "lockstep.terminal";

    private static final int NOTHING_TO_RUN = 3;
    private static final int COLUMNS = 80;

    private Measurement() {}

    static Progress progress() {
        return new Progress(System.err, Integer.getInteger(TERMINAL, 0));
    }

    /** Prints which cells would be measured, and which not. */
    static int dryRun(LockstepRunner runner, RunOptions options) {
        runner.check();
        DryRun.print(runner.cells(), options, System.out);
        runner.leftOut().forEach(left -> System.err.println("left out: " + left.what() + ": " + left.reason()));
        return 0;
    }

    /** Measures, and ends with the line-up, or with the report's sentences. */
    static int run(
            LockstepRunner runner,
            MeasuringOptions measuring,
            Path out,
            Progress progress,
            Function<RunData, String> ending)
            throws IOException, InterruptedException {
        Invocation invocation = measuring.invocation();
        PlacementChoice.Wish placement = measuring.placement();
        if (runner.cells().isEmpty()) {
            progress.say("nothing to run: this shard has no cells");
            runner.invokedBy(invocation, () -> {}).measure();
            return NOTHING_TO_RUN;
        }
        RunSummary summary = runner.invokedBy(invocation, () -> interrupted(out, invocation, placement, progress))
                .measure();
        Path report = report(summary.out(), placement, ending, System.out);
        progress.say(summary.good() + " of " + runner.cells().size() + " cells measured in " + progress.elapsed()
                + (summary.failed() > 0 ? ", " + summary.failed() + " FAILED" : "")
                + (summary.failedDistributions() > 0
                        ? ", " + summary.failedDistributions() + " distributions FAILED"
                        : ""));
        for (LeftOut left : runner.leftOut()) {
            progress.say("left out: " + left.what() + ": " + left.reason() + "; to get it: " + left.remedy());
        }
        progress.say("report: " + report.toAbsolutePath().normalize());
        return summary.exitCode();
    }

    private static void interrupted(
            Path out, Invocation invocation, PlacementChoice.Wish placement, Progress progress) {
        progress.say("interrupted; what is finished is kept. To go on: "
                + EarlierRun.resumption(invocation.arguments(), out));
        try {
            report(out, placement, Measurement::lineUp, new PrintStream(OutputStream.nullOutputStream()));
        } catch (IOException e) {
            progress.say("its report cannot be written: " + e.getMessage());
        }
    }

    /** An ending: all cells, a line each. */
    static String lineUp(RunData data) {
        return new SummaryWriter().text(data);
    }

    /** An ending: what the report says in sentences; where it says nothing, all cells. */
    static String sentences(RunData data) {
        String said = new SummaryWriter()
                .sentences(data).stream()
                        .map(sentence -> WordWrap.text("* ", sentence, COLUMNS) + "\n")
                        .collect(Collectors.joining());
        return said.isEmpty() ? lineUp(data) : said;
    }

    /** Prints the ending, and below it why cells failed. */
    static void print(RunData data, Function<RunData, String> ending, PrintStream out) {
        out.print(ending.apply(data));
        for (Cell cell : LineUp.of(data).cells().toList()) {
            if (cell.status() instanceof Status.Failed failed) {
                // A reason holds the words of others, which must not move a terminal's cursor.
                out.println("FAILED " + Names.cell(cell.key()) + ": "
                        + failed.reason().replaceAll("\\p{Cntrl}+", " "));
            }
        }
        data.unfinished().ifPresent(note -> out.println("INCOMPLETE: " + note.replaceAll("\\p{Cntrl}+", " ")));
        out.flush();
    }

    /**
     * Prints the ending to the stream; writes summary.md, report.html and, of a run that compares, claims.json into the
     * folder.
     */
    static Path report(Path folder, PlacementChoice.Wish placement, Function<RunData, String> ending, PrintStream out)
            throws IOException {
        RunData data = RunData.read(folder, placement);
        print(data, ending, out);
        Files.writeString(folder.resolve("summary.md"), new SummaryWriter().markdown(data));
        Optional<Claims> claims = Claims.of(data);
        if (claims.isPresent()) {
            try (Writer json = Files.newBufferedWriter(folder.resolve("claims.json"))) {
                JsonWriter.write(claims.get(), json);
            }
        }
        Path html = folder.resolve("report.html");
        new ReportWriter().write(data, html);
        return html;
    }
}
