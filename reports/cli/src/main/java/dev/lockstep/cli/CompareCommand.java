package dev.lockstep.cli;

import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.html.ComparisonPage;
import dev.lockstep.reports.html.ComparisonText;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.JUnitWriter;
import dev.lockstep.reports.regression.JsonWriter;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.SettingsReader;
import dev.lockstep.reports.regression.Suite;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep compare}. */
@Command(
        name = "compare",
        description = "Compares two runs' folders, or any two of JMH's JSON files (.gz too), and says what got slower.",
        mixinStandardHelpOptions = true,
        footerHeading =
                "%nExit codes: 0 nothing regressed, 1 something did, 2 bad usage or input, 3 nothing to compare,"
                        + " 4 inconclusive (--strict).%n")
final class CompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BASE", description = "a run's folder, or a JMH result file")
    Path base;

    @Parameters(index = "1", paramLabel = "HEAD", description = "the same, of what is to be judged")
    Path head;

    @Option(names = "--config", paramLabel = "FILE", description = "floors and more, in YAML (see reports/README.md)")
    Path config;

    @Option(names = "--strict", description = "an inconclusive row fails too, with exit code 4")
    boolean strict;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES}; one for each -o (default: by the file's ending, otherwise text)")
    List<Format> formats = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "where to write; may be given several times (default: standard output)")
    List<Path> outputs = List.of();

    /** Of the output. */
    enum Format {
        text,
        markdown,
        junit,
        json,
        html;

        static Format of(Path file) {
            String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
            return switch (name.substring(name.lastIndexOf('.') + 1)) {
                case "md" -> markdown;
                case "xml" -> junit;
                case "json" -> json;
                case "html" -> html;
                default -> text;
            };
        }
    }

    @Override
    public Integer call() throws Exception {
        if (!formats.isEmpty() && formats.size() != Math.max(1, outputs.size())) {
            throw new UsageException("--format is given " + formats.size() + " times, and -o " + outputs.size()
                    + " times; give one --format for each -o, or none");
        }
        for (Path source : List.of(base, head)) {
            if (!Files.exists(source)) {
                throw new UsageException(source + ": there is no such folder or file");
            }
        }
        Settings settings = config == null ? Settings.DEFAULT : SettingsReader.read(config);
        Comparison comparison = Comparison.of(Suite.read(base, settings), Suite.read(head, settings), settings);
        for (int i = 0; i < outputs.size(); i++) {
            Path file = outputs.get(i);
            try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                write(comparison, formats.isEmpty() ? Format.of(file) : formats.get(i), out);
            }
        }
        boolean toFiles = !outputs.isEmpty();
        Writer out = new OutputStreamWriter(System.out, StandardCharsets.UTF_8);
        write(comparison, toFiles || formats.isEmpty() ? Format.text : formats.get(0), out);
        out.flush();
        return comparison.exitCode(strict);
    }

    private void write(Comparison comparison, Format format, Writer out) throws IOException {
        switch (format) {
            case text -> out.write(ComparisonText.text(comparison));
            case markdown -> out.write(ComparisonText.markdown(comparison));
            case junit -> JUnitWriter.write(comparison, strict, out);
            case json -> JsonWriter.write(comparison, strict, out);
            case html -> ComparisonPage.write(comparison, out);
        }
    }
}
