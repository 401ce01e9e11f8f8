package dev.lockstep.cli;

import dev.lockstep.cli.ab.Effort;
import dev.lockstep.cli.ab.RegressionGate;
import dev.lockstep.cli.ab.Sources;
import dev.lockstep.cli.ab.Variant;
import dev.lockstep.cli.options.ComparisonOutput;
import dev.lockstep.cli.options.ForwardedOptions;
import dev.lockstep.cli.options.OptionText;
import dev.lockstep.cli.options.TypedWords;
import dev.lockstep.cli.options.VersusOptions;
import dev.lockstep.harness.record.ResultsFolder;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep ab}. */
@Command(
        name = "ab",
        description = {
            "Measures two versions of the same benchmarks in turns, and says what got slower. A version is a revision of a git"
                    + " repository, a folder as it stands, or a jar of any JMH project.",
            "It goes on with rows that it would nearly call slower, and measures once more what it would call slower."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nFor example%n",
        footer = {
            "  lockstep ab --base main --head . -o report.md",
            "  lockstep ab --base old.jar --head new.jar MyBenchmark -- -wi 3 -i 5",
            "  lockstep ab --param transport=socket,mine PingPong    (run -p transport=socket,mine --vs transport=socket)",
            "",
            "Exit codes: 0 nothing regressed, 1 something did or fails in head, 2 bad usage or input, 3 nothing to compare,"
                    + " 4 inconclusive (--strict)."
        })
final class AbCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "REGEX",
            description =
                    "benchmarks whose names contain one of these (default: all); after --, arguments for JMH or run")
    List<String> words = List.of();

    @Option(names = "--base", required = true, paramLabel = "REF|DIR|JAR", description = "what to compare with")
    String base;

    @Option(names = "--head", required = true, paramLabel = "REF|DIR|JAR", description = "what is to be judged")
    String head;

    @Option(
            names = "--repo",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "git repository of revisions (default: this folder)")
    Path repository;

    @Option(
            names = "--build",
            paramLabel = "COMMAND",
            description = "builds a checkout, by sh in its root (default: Maven's package or Gradle's jmhJar)")
    String build;

    @Option(
            names = "--jar",
            paramLabel = "GLOB",
            description = "the jar that the build leaves (default: the one that has benchmarks)")
    String jar;

    @Option(
            names = "--forks",
            paramLabel = "N",
            defaultValue = "5",
            description = "launches of each variant before each look at the data (default: ${DEFAULT-VALUE})")
    int forks;

    @Option(
            names = "--max-forks",
            paramLabel = "N",
            description = "launches of each variant, of rows that are nearly called slower (default: 3 times --forks)")
    Integer mostForks;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = "30m",
            description =
                    "after which no benchmark is begun; builds, and measuring again what is called slower, come on top"
                            + " (default: ${DEFAULT-VALUE})")
    String budget;

    /** Options listed in the help only: a command line that has one of them is run's, and does not get here. */
    @Option(
            names = VersusOptions.PARAM,
            paramLabel = "NAME=V1,V2",
            description =
                    "instead of --base and --head: values of a parameter, or comm, ranks or threads, against each other in one"
                            + " run, the first of them the base; takes all options of run")
    String param;

    @Mixin
    ForwardedOptions forwarded;

    @Mixin
    ComparisonOutput output;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "folder for everything that is measured (default: lockstep-results/<UTC time>)")
    Path out;

    @Override
    public Integer call() throws Exception {
        Settings settings = output.settings();
        Effort effort = new Effort(
                forks, mostForks == null ? 3 * forks : mostForks, OptionText.millis("--budget", budget) / 1000.0);
        TypedWords typed = forwarded.typed(words);
        Path folder = ResultsFolder.fresh(out);
        Progress progress = Measurement.progress();
        Sources.Project project = new Sources.Project(repository, Optional.ofNullable(build), Optional.ofNullable(jar));
        try (Sources sources = new Sources(project, forwarded.arguments(typed.further()), folder, progress)) {
            Variant older = sources.open("base", base);
            Variant newer = sources.open("head", head);
            Comparison result = new RegressionGate(typed.patterns(), settings, effort, progress)
                    .run(older, newer, folder)
                    .named(sources.called(base), sources.called(head));
            output.writeAll(result, folder);
            int code = output.write(result);
            progress.say("measured in " + progress.elapsed() + "; all of it is in " + folder);
            return code;
        }
    }
}
