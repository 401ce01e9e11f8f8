package dev.lockstep.cli;

import dev.lockstep.cli.ab.CalibrationFolder;
import dev.lockstep.cli.ab.Effort;
import dev.lockstep.cli.ab.RegressionGate;
import dev.lockstep.cli.ab.Sources;
import dev.lockstep.cli.ab.Variant;
import dev.lockstep.cli.options.Arguments;
import dev.lockstep.cli.options.ComparisonOutput;
import dev.lockstep.cli.options.ForwardedOptions;
import dev.lockstep.cli.options.Percent;
import dev.lockstep.cli.options.PlacementOption;
import dev.lockstep.cli.options.TypedWords;
import dev.lockstep.harness.record.ResultsFolder;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.Require;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.html.comparison.CalibrationText;
import dev.lockstep.reports.regression.Calibration;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.SettingsReader;
import dev.lockstep.reports.regression.SettingsWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep calibrate}. */
@Command(
        name = "calibrate",
        description = {
            "Compares benchmarks with themselves, several times: how often does this machine see a difference where there is"
                    + " none, how large must one be to be seen, and which floors would have kept it from false alarms?"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nFor example%n",
        footer = {
            "  lockstep calibrate AllReduce --comm local --write floors.yaml",
            "",
            "Exit codes: 0 done, 2 bad usage or input, 3 nothing to compare."
        })
final class CalibrateCommand implements Callable<Integer> {
    private static final int NOTHING = 3;

    @Parameters(
            paramLabel = "REGEX",
            description =
                    "benchmarks whose names contain one of these (default: all); after --, arguments for JMH or run")
    List<String> words = List.of();

    @Option(
            names = "--jar",
            paramLabel = "JAR",
            description = "of any JMH project (default: Lockstep's own benchmarks)")
    Path jar;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "comparisons of everything with itself; 0 with --more only reads (default: ${DEFAULT-VALUE})")
    int runs;

    @Option(
            names = "--forks",
            paramLabel = "N",
            defaultValue = "5",
            description = "launches of each variant in each (default: ${DEFAULT-VALUE})")
    int forks;

    @Option(
            names = "--slowdown",
            split = ",",
            paramLabel = "PERCENT,...",
            description =
                    "also compare with benchmarks that do more work than they count, once for each of these, such as 5%%,10%%")
    List<String> slowdowns = List.of();

    @Option(names = "--config", paramLabel = "FILE", description = "floors and more, in YAML (see reports/README.md)")
    Path config;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "write the floors that it suggests, as YAML for --config")
    Path write;

    @Mixin
    PlacementOption placement;

    @Mixin
    ForwardedOptions forwarded;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "folder for everything that is measured (default: lockstep-results/<UTC time>)")
    Path out;

    @Option(
            names = "--more",
            description = "add to the runs in --out, which were measured at another time or broken off")
    boolean more;

    @Override
    public Integer call() throws Exception {
        Require.atLeast(0, "--runs", runs);
        Effort effort = new Effort(forks, forks, Double.POSITIVE_INFINITY);
        List<Double> shares = slowdowns.stream()
                .map(text -> Percent.parse("a slowdown", text))
                .toList();
        Settings settings = (config == null ? Settings.DEFAULT : SettingsReader.read(config)).in(placement.wish());
        if (write != null && Files.exists(write)) {
            throw new UsageException("--write " + write + " exists; name another file, or remove it");
        }
        if (write != null) {
            ComparisonOutput.requireFolder(write);
        }
        TypedWords typed = forwarded.typed(words);
        if (more && (out == null || !Files.isDirectory(out))) {
            throw new UsageException("--more needs --out DIR, the folder of the runs to add to");
        }
        Path folder = more ? out : ResultsFolder.fresh(out);
        Progress progress = Measurement.progress();
        RegressionGate gate = new RegressionGate(typed.patterns(), settings, effort, progress);
        Variant variant = variant(typed, folder, progress);
        CalibrationFolder all = new CalibrationFolder(folder, settings);
        if (runs > 0 || !shares.isEmpty()) {
            all.requireSame(measured(typed));
        }
        for (int run = 1; run <= runs; run++) {
            progress.say("run " + run + " of " + runs);
            gate.run(variant, variant, all.begin());
            all.end();
        }
        for (double share : shares) {
            progress.say("slower by " + Percent.words(share));
            gate.run(variant, variant.slowed(share), all.beginSlowed(share));
            all.end();
        }
        return report(all.read(), folder, progress);
    }

    /** The settings that decide which rows there are, and how they are measured. */
    private List<String> measured(TypedWords typed) {
        Arguments arguments = forwarded.arguments(typed.further());
        return List.of(
                "of " + (jar == null ? "Lockstep" : jar.toAbsolutePath().toString()),
                "benchmarks " + typed.patterns(),
                "forks " + forks,
                "options " + arguments.lockstep().stream().sorted().toList(),
                "values " + arguments.values());
    }

    private Variant variant(TypedWords typed, Path folder, Progress progress) throws IOException, InterruptedException {
        if (jar == null) {
            return Sources.self(forwarded.arguments(typed.further()));
        }
        Sources.Project none = new Sources.Project(Path.of(""), Optional.empty(), Optional.empty());
        try (Sources sources = new Sources(none, forwarded.arguments(typed.further()), folder, progress)) {
            if (!Files.isRegularFile(jar)) {
                throw new UsageException("--jar " + jar + ": there is no such file");
            }
            return sources.open("jar", jar.toString());
        }
    }

    private int report(Calibration calibration, Path folder, Progress progress) throws IOException {
        PrintStream tables = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        tables.print(CalibrationText.text(calibration));
        Files.writeString(folder.resolve("calibration.md"), CalibrationText.markdown(calibration));
        floors(calibration, folder.resolve("floors.yaml"));
        if (write != null) {
            floors(calibration, write);
        }
        progress.say("measured in " + progress.elapsed() + "; floors: "
                + (write == null ? folder.resolve("floors.yaml") : write));
        return calibration.noise().isEmpty() ? NOTHING : 0;
    }

    private static void floors(Calibration calibration, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            SettingsWriter.floors(calibration, out);
        }
    }
}
