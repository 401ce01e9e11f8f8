package dev.lockstep.harness.survey;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.rank.RankMain;
import dev.lockstep.harness.relay.Job;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.relay.LaunchProcess;
import dev.lockstep.harness.relay.RankInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts a process on each host through the launcher: all in one launch, in which they have to hear from each other;
 * and if that fails by a launch for each host, so that one that is down does not hide the others.
 */
public final class HostSurvey {
    private static final int FIRST_LINES = 4;
    private static final int LAST_LINES = 2;

    /** The time beyond the limit of the relay, which ends the launcher. */
    private static final long GRACE_SECONDS = 10;

    private final RankLayout layout;
    private final Path folder;
    private final LaunchOptions options;
    private final List<String> jvm;

    /**
     * Prepares the survey of a layout's hosts.
     *
     * @param layout the communicator and the hosts; a rank is started on each
     * @param folder for all launches of the survey
     * @param options how they are made; the time limit is for each of them
     * @param jvm executable and arguments of each process
     */
    public HostSurvey(RankLayout layout, Path folder, LaunchOptions options, List<String> jvm) {
        this.layout = layout;
        this.folder = folder;
        this.options = options.bound("none").withoutDebugger();
        this.jvm = List.copyOf(jvm);
    }

    /**
     * The results of a survey.
     *
     * @param reports in the order of the hosts
     * @param together what went wrong with all hosts in one launch though each is well by itself; empty if nothing
     *     did
     */
    public record Findings(List<HostReport> reports, Optional<String> together) {
        public Findings {
            reports = List.copyOf(reports);
        }
    }

    /**
     * Asks all hosts.
     *
     * @throws IllegalStateException if the communicator cannot be used on this host
     */
    public Findings ask() throws IOException, InterruptedException {
        List<Hosts.Host> hosts = layout.hosts().all();
        List<HostReport> all = launch("together", hosts);
        Optional<String> trouble = all.get(0).trouble();
        if (trouble.isEmpty() || hosts.size() == 1) {
            return new Findings(all, Optional.empty());
        }
        // One after the other: Open MPI 4's mpirun trips over another one that starts at the same moment.
        List<HostReport> each = new ArrayList<>();
        for (Hosts.Host host : hosts) {
            each.addAll(launch("host-" + host.name(), List.of(host)));
        }
        boolean well = each.stream().allMatch(r -> r.trouble().isEmpty());
        return new Findings(each, well ? trouble : Optional.empty());
    }

    /** Starts one process on each host; if anything goes wrong on any of them, that is the trouble of all. */
    private List<HostReport> launch(String name, List<Hosts.Host> hosts) throws IOException, InterruptedException {
        Hosts one = new Hosts(
                hosts.stream().map(h -> new Hosts.Host(h.name(), 1, 0)).toList());
        JobSpec here = new JobSpec(folder.resolve(name), 0, options.on(one), false);
        try (Job job = Job.probe(here, new RankLayout(layout.comm(), hosts.size(), 1, false, one))) {
            Optional<String> trouble = run(job, here.folder().resolve("probe.log"));
            List<HostReport> reports = new ArrayList<>();
            for (int rank = 0; rank < hosts.size(); rank++) {
                int number = rank;
                Map<String, String> said = job.ranks().stream()
                        .filter(r -> r.rank() == number)
                        .findFirst()
                        .map(RankInfo::properties)
                        .orElse(Map.of());
                reports.add(new HostReport(hosts.get(rank).name(), said, job.clockAhead(rank), trouble));
            }
            return reports;
        }
    }

    private Optional<String> run(Job job, Path log) throws IOException, InterruptedException {
        try (LaunchProcess launcher = job.start(jvm, RankMain.PROBE, log)) {
            if (!launcher.await(options.timeoutSeconds() + GRACE_SECONDS)) {
                job.fail("the launcher did not end within " + options.timeoutSeconds() + " s");
            }
        }
        if (job.isComplete()) {
            return Optional.empty();
        }
        String reason = job.failure().orElse("the launcher ended");
        String never =
                job.ranks().isEmpty() ? "never connected: no route to it or from it, or the launcher failed: " : "";
        return Optional.of(never + reason + words(log));
    }

    private static String words(Path log) throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(l -> l.chars().anyMatch(Character::isLetterOrDigit))
                .toList();
        if (lines.isEmpty()) {
            return "; it printed nothing";
        }
        // Launchers say what happened first, and what might have led to it in many lines after that.
        boolean all = lines.size() <= FIRST_LINES + LAST_LINES;
        List<String> first = all ? lines : lines.subList(0, FIRST_LINES);
        List<String> last = all ? List.of() : lines.subList(lines.size() - LAST_LINES, lines.size());
        return "; it printed: " + String.join(" | ", first) + (all ? "" : " | ... | " + String.join(" | ", last));
    }
}
