package dev.lockstep.cli.options;

import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.html.comparison.ComparisonPage;
import dev.lockstep.reports.html.comparison.ComparisonText;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.JUnitWriter;
import dev.lockstep.reports.regression.JsonWriter;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.SettingsReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say by which rules to compare, and where to write the outcome. */
public final class ComparisonOutput {
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

    @Mixin
    PlacementOption placement;

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

    /** The settings, before anything is measured or read. */
    public Settings settings() throws IOException {
        if (!formats.isEmpty() && formats.size() != Math.max(1, outputs.size())) {
            throw new UsageException("--format is given " + formats.size() + " times, and -o " + outputs.size()
                    + " times; give one --format for each -o, or none");
        }
        outputs.forEach(ComparisonOutput::requireFolder);
        return (config == null ? Settings.DEFAULT : SettingsReader.read(config)).in(placement.wish());
    }

    /** A missing folder would be noticed only when all has been measured. */
    private static void requireFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new UsageException(file + " cannot be written; name a file in a folder that can");
        }
    }

    /** Writes the comparison as the options say; returns the exit code. */
    public int write(Comparison comparison) throws IOException {
        for (int i = 0; i < outputs.size(); i++) {
            Path file = outputs.get(i);
            write(comparison, formats.isEmpty() ? Format.of(file) : formats.get(i), file);
        }
        boolean toFiles = !outputs.isEmpty();
        Writer out = new OutputStreamWriter(System.out, StandardCharsets.UTF_8);
        write(comparison, toFiles || formats.isEmpty() ? Format.text : formats.get(0), out);
        out.flush();
        return comparison.exitCode(strict);
    }

    /** Writes the comparison in every format into a folder. */
    public void writeAll(Comparison comparison, Path folder) throws IOException {
        for (String name :
                List.of("comparison.txt", "comparison.md", "comparison.xml", "comparison.json", "comparison.html")) {
            Path file = folder.resolve(name);
            write(comparison, Format.of(file), file);
        }
    }

    private void write(Comparison comparison, Format format, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            write(comparison, format, out);
        }
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
