package dev.lockstep.harness.execute;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.rank.HostFacts;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.harness.survey.HostDifferences;
import dev.lockstep.harness.survey.HostReport;
import dev.lockstep.harness.survey.HostSurvey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Before anything is measured on other hosts: they can be reached, run the same program, and say how many cores they have, without which nobody could tell whether a
 * cell is oversubscribed. A run on this host alone needs none of that, for its cores are known.
 */
final class HostCheck {
    private final RunOptions options;
    private final Path launches;
    private final Progress progress;
    private final Map<String, HostReport> reports = new LinkedHashMap<>();

    HostCheck(RunOptions options, Path launches, Progress progress) {
        this.options = options;
        this.launches = launches;
        this.progress = progress;
    }

    /** The same cells, on hosts whose cores are known. */
    List<Cell> place(List<Cell> cells) throws IOException, InterruptedException {
        Hosts hosts = options.launch().hosts();
        if (!hosts.beyondThisHost()) {
            return cells;
        }
        Map<String, RankLayout> layouts = new LinkedHashMap<>();
        for (Cell cell : cells) {
            RankLayout layout = CellExecutor.of(options, cell.layout()).surveyed(cell.layout());
            layouts.putIfAbsent(layout.comm(), layout);
        }
        for (RankLayout layout : layouts.values()) {
            progress.say("hosts: " + String.join(", ", hosts.names()) + ", comm=" + layout.comm());
            survey(layout);
        }
        Map<String, Integer> cores =
                reports.values().stream().collect(Collectors.toMap(HostReport::name, HostReport::cores));
        Hosts known = hosts.withCores(cores);
        return cells.stream()
                .map(c -> new Cell(c.benchmark(), c.params(), c.layout().on(known)))
                .toList();
    }

    private void survey(RankLayout layout) throws IOException, InterruptedException {
        HostSurvey survey = new HostSurvey(
                layout,
                launches.resolve("hosts-" + layout.comm()),
                options.launch(),
                options.jvm().command());
        HostSurvey.Findings findings = survey.ask();
        List<String> problems = new ArrayList<>(HostDifferences.blocking(findings, jvmHere()));
        if (!problems.isEmpty()) {
            throw new UsageException("--hosts " + options.launch().hosts().slotList() + ": "
                    + String.join("; ", problems) + ". 'lockstep doctor --hosts "
                    + String.join(",", options.launch().hosts().names()) + "' says more");
        }
        findings.reports().forEach(r -> reports.putIfAbsent(r.name(), r));
    }

    /** Not known of an executable that is not this JVM's own. */
    private Optional<String> jvmHere() {
        return options.jvm().executable().equals(Jvm.current(List.of()).executable())
                ? Optional.of(HostFacts.jvm())
                : Optional.empty();
    }

    /** What the other hosts said; nothing in a run on this host alone. */
    List<HostReport> reports() {
        return List.copyOf(reports.values());
    }
}
