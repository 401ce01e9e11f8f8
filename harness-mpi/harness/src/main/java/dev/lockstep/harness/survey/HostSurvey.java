package dev.lockstep.harness.survey;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.rank.RankMain;
import dev.lockstep.harness.relay.Job;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.relay.RankInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Starts a process on each host through the launcher: first by a launch for each host, so that one that is down does not hide the others; then all in one launch, in
 * which they have to hear from each other.
 */
public final class HostSurvey {
    private static final int FIRST_LINES = 4;
    private static final int LAST_LINES = 2;

    /** Beyond the time limit of the relay, which ends the launcher. */
    private static final long GRACE_SECONDS = 10;

    private final RankLayout layout;
    private final JobSpec spec;
    private final List<String> jvm;

    /**
     * For some hosts.
     *
     * @param layout the communicator and the hosts; a rank is started on each
     * @param spec how; its folder is for all launches of the survey, and its time limit for each of them
     * @param jvm executable and arguments of each process
     */
    public HostSurvey(RankLayout layout, JobSpec spec, List<String> jvm) {
        this.layout = layout;
        this.spec = spec;
        this.jvm = List.copyOf(jvm);
    }

    /**
     * Asks each host by itself, all at the same time.
     *
     * @return in the order of the hosts
     * @throws IOException if the folder cannot be written
     * @throws InterruptedException if the calling thread is interrupted
     * @throws IllegalStateException if the communicator cannot be used on this host
     */
    public List<HostReport> ask() throws IOException, InterruptedException {
        List<Callable<HostReport>> tasks = new ArrayList<>();
        for (Hosts.Host host : layout.hosts().all()) {
            tasks.add(() -> ask(new Hosts.Host(host.name(), 1, 0)));
        }
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<HostReport> reports = new ArrayList<>();
            for (Future<HostReport> report : threads.invokeAll(tasks)) {
                reports.add(report.get());
            }
            return reports;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private HostReport ask(Hosts.Host host) throws IOException, InterruptedException {
        try (Job job = Job.probe(in("host-" + host.name()), across(List.of(host)))) {
            Optional<String> trouble = run(job, "host-" + host.name());
            Map<String, String> said =
                    job.ranks().stream().findFirst().map(RankInfo::properties).orElse(Map.of());
            return new HostReport(host.name(), said, job.clockAhead(0), trouble);
        }
    }

    /**
     * Starts a process on every host in one launch, in which they have to hear from each other.
     *
     * @return what went wrong; empty if nothing did
     * @throws IOException if the folder cannot be written
     * @throws InterruptedException if the calling thread is interrupted
     */
    public Optional<String> together() throws IOException, InterruptedException {
        List<Hosts.Host> all = layout.hosts().all().stream()
                .map(h -> new Hosts.Host(h.name(), 1, 0))
                .toList();
        try (Job job = Job.probe(in("together"), across(all))) {
            return run(job, "together");
        }
    }

    private RankLayout across(List<Hosts.Host> hosts) {
        return new RankLayout(layout.comm(), hosts.size(), 1, false, new Hosts(hosts));
    }

    private JobSpec in(String name) {
        return new JobSpec(
                spec.folder().resolve(name),
                0,
                spec.launcher(),
                "none",
                spec.launcherArgs(),
                Hosts.UNSAID,
                spec.timeoutSeconds());
    }

    private Optional<String> run(Job job, String name) throws IOException, InterruptedException {
        Path log = spec.folder().resolve(name).resolve("probe.log");
        Process launcher = job.start(jvm, RankMain.PROBE, log);
        try {
            if (!launcher.waitFor(spec.timeoutSeconds() + GRACE_SECONDS, TimeUnit.SECONDS)) {
                job.fail("the launcher did not end within " + spec.timeoutSeconds() + " s");
            }
        } finally {
            launcher.destroyForcibly();
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
        List<String> lines = Files.readAllLines(log).stream()
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
