package dev.lockstep.cli.doctor;

import dev.lockstep.cli.options.OptionText;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.rank.HostFacts;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.harness.survey.HostDifferences;
import dev.lockstep.harness.survey.HostReport;
import dev.lockstep.harness.survey.HostSurvey;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Checks for {@code lockstep doctor --hosts} whether ranks can run on some hosts, and would run alike. */
public final class HostDoctor {
    private static final List<String> HEADER =
            List.of("host", "calls itself", "JVM", "MPI library", "cores", "clock", "kernel", "state");

    @Option(
            names = "--comm",
            paramLabel = "NAME",
            defaultValue = "openmpi",
            description = "with --hosts: the communicator (default: ${DEFAULT-VALUE})")
    String comm;

    @Option(
            names = "--launcher",
            paramLabel = "NAME",
            defaultValue = Launchers.AUTO,
            description = "with --hosts: what starts a process on each (default: ${DEFAULT-VALUE})")
    String launcher;

    @Option(
            names = "--launcher-args",
            paramLabel = "\"...\"",
            defaultValue = "",
            description = "with --hosts: arguments for the launcher, passed on as they are")
    String launcherArgs;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "with --hosts: how long a host may take to answer (default: ${DEFAULT-VALUE})")
    String timeout;

    /** Prints what was found; returns the exit code: 0 if ranks can run on all hosts, and would run alike. */
    public int examine(Hosts hosts, PrintStream out) throws IOException, InterruptedException {
        RankLayout layout = layout(hosts);
        Path scratch = Files.createTempDirectory("lockstep-doctor");
        try {
            LaunchOptions launch = LaunchOptions.DEFAULT
                    .by(launcher)
                    .with(OptionText.words(launcherArgs))
                    .within(OptionText.seconds("--timeout", timeout));
            HostSurvey survey = new HostSurvey(
                    layout, scratch, launch, Jvm.current(List.of()).command());
            HostSurvey.Findings findings = survey.ask();
            List<HostReport> reports = findings.reports();
            List<String> problems = new ArrayList<>(HostDifferences.blocking(findings, Optional.of(HostFacts.jvm())));
            print(reports, problems, out);
            problems.addAll(HostDifferences.notable(reports));
            out.println();
            problems.forEach(out::println);
            if (problems.isEmpty()) {
                out.println("all the same" + (reports.size() > 1 ? ", and ranks on them hear from each other" : ""));
            }
            return problems.isEmpty() ? 0 : 1;
        } finally {
            delete(scratch);
        }
    }

    private RankLayout layout(Hosts hosts) {
        try {
            RankLayout layout = RankLayout.of(
                            Communicators.discover().require(comm), hosts.all().size(), 1)
                    .on(hosts);
            layout.requirements(layout.launcher(launcher));
            return layout;
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static void print(List<HostReport> reports, List<String> problems, PrintStream out) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEADER);
        reports.forEach(r -> lines.add(line(r, problems)));
        WordWrap.columns("", lines).forEach(out::println);
    }

    private static List<String> line(HostReport report, List<String> problems) {
        boolean came = !report.said().isEmpty();
        String state = problems.stream().anyMatch(p -> p.startsWith(report.name() + ":")) ? "see below" : "good";
        return List.of(
                report.name(),
                came ? report.get("host") : "-",
                came ? report.get(HostFacts.JVM).replaceFirst(" .*", "") : "-",
                came ? report.get("library").replaceFirst(",.*", "") : "-",
                came ? report.get(HostFacts.CORES) : "-",
                came ? String.format(Locale.ROOT, "%+.3f s", report.clockAheadMillis() / 1000.0) : "-",
                came ? report.machine().getOrDefault("kernel", HostReport.UNKNOWN) : "-",
                came ? state : "never connected");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
