package dev.lockstep.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.Result;

/**
 * Conducts a run: pilots first, then forks, those of different cells interleaved, so that what drifts on the machine drifts through all of them; every other round
 * in reverse order.
 */
final class Conductor {
    /** What a launch costs before its first iteration, for the first guess at the time left. */
    private static final double LAUNCH_SECONDS = 1.2;

    /** The folder of all launches' folders. */
    static final String LAUNCHES = "launches";

    private final RunOptions options;
    private final String version;
    private final Progress progress;
    private final Map<Cell, PilotResult.Ready> ready = new LinkedHashMap<>();
    private final Map<Cell, String> failed = new LinkedHashMap<>();
    private int failedDistributions;

    Conductor(RunOptions options, String version, Progress progress) {
        this.options = options;
        this.version = version;
        this.progress = progress;
    }

    /** Runs cells, on hosts that are found fit for it; what could not be is for the record. */
    RunSummary run(List<Cell> planned, List<LeftOut> leftOut) throws IOException, InterruptedException {
        planned.forEach(options.ops()::require);
        prepareFolder();
        JmhLock lock = JmhLock.acquire();
        try {
            HostCheck hosts = new HostCheck(options, launches(), progress);
            return conduct(hosts.place(planned), leftOut, hosts);
        } finally {
            lock.close();
        }
    }

    private RunSummary conduct(List<Cell> cells, List<LeftOut> leftOut, HostCheck hosts)
            throws IOException, InterruptedException {
        try (Journal journal = new Journal(options.out().resolve("journal.jsonl"))) {
            EnvironmentRecord environment = new EnvironmentRecord(options.out(), version, options);
            environment.addLaunches(cells, options);
            hosts.reports().forEach(environment::addHost);
            environment.write();
            JournalEvents events = new JournalEvents(journal);
            Thread interruption = new Thread(events::interrupted, "lockstep-interruption");
            Runtime.getRuntime().addShutdownHook(interruption);
            events.start(version, cells.size());
            leftOut.forEach(events::leftOut);
            cells.forEach(events::cell);
            Results results = new Results(options.out());
            results.write();
            pilot(cells, events);
            measure(cells, results, environment, events);
            RunSummary summary = new RunSummary(options.out(), results.all(), failed, failedDistributions);
            RankFiles.tell(launches(), progress);
            environment.addLoadAfterwards();
            environment.write();
            Runtime.getRuntime().removeShutdownHook(interruption);
            events.end(summary.exitCode());
            return summary;
        }
    }

    /** Everything that a launch writes may tell the key's whereabouts, so launches are their owner's alone. */
    private void prepareFolder() {
        Path out = options.out();
        try {
            Files.createDirectories(out);
            if (Files.exists(out.resolve("journal.jsonl"))) {
                throw new UsageException("--out " + out + " holds an earlier run; name another folder, or remove it");
            }
            Path launches = Files.createDirectories(out.resolve(LAUNCHES));
            Files.setPosixFilePermissions(launches, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UsageException("--out " + out + " cannot be written (" + e + "); name a folder that can");
        }
    }

    private Path launches() {
        return options.out().resolve(LAUNCHES).toAbsolutePath();
    }

    private void pilot(List<Cell> cells, JournalEvents events) throws IOException, InterruptedException {
        progress.say("pilot: " + cells.size() + " cells, self-check and operations per iteration");
        tellOfDebugging("pilots");
        new Pilots(options, launches(), (cell, result) -> {
                    events.pilot(cell, result);
                    if (result instanceof PilotResult.Ready good) {
                        ready.put(cell, good);
                    } else if (result instanceof PilotResult.Failed bad) {
                        fail(cell, bad.reason());
                    }
                })
                .run(cells);
    }

    private void tellOfDebugging(String launch) {
        options.launch()
                .debug()
                .ifPresent(debug -> progress.say("debug: " + launch + ": rank " + debug.rank()
                        + " waits, on its host, for a debugger to attach to " + debug.address()));
    }

    private void fail(Cell cell, String reason) {
        failed.put(cell, reason);
        progress.say("FAILED " + cell.label() + ": " + reason);
    }

    private void measure(List<Cell> cells, Results results, EnvironmentRecord environment, JournalEvents events)
            throws IOException {
        RunOptions.Effort effort = options.effort();
        ForkRun forkRun = new ForkRun(options);
        double guess =
                LAUNCH_SECONDS + (effort.warmupIterations() + effort.iterations()) * effort.iterationMillis() / 1000.0;
        int launches = ready.keySet().stream()
                .mapToInt(cell -> effort.forks() + effort.distributionForks(cell))
                .sum();
        progress.expect(launches, guess);
        Map<Cell, Integer> numbers = new HashMap<>();
        for (Cell cell : cells) {
            numbers.put(cell, numbers.size() + 1);
        }
        for (int fork = 1; fork <= effort.forks(); fork++) {
            List<Cell> round = new ArrayList<>(cells);
            if (fork % 2 == 0) {
                Collections.reverse(round);
            }
            for (Cell cell : round) {
                if (ready.containsKey(cell) && !failed.containsKey(cell)) {
                    Path folder = launches()
                            .resolve(String.format(Locale.ROOT, "cell-%03d-fork-%d", numbers.get(cell), fork));
                    String step = cell.label() + ", fork " + fork + "/" + effort.forks();
                    progress.begin(step);
                    tellOfDebugging(step);
                    ForkOutcome outcome = forkRun.run(
                            cell,
                            ready.get(cell),
                            options.launch().on(cell.layout().hosts()).job(folder, fork));
                    events.launch(cell, fork, outcome);
                    results.addRows(folder.resolve("ranks.csv"));
                    environment.addRanks(cell.layout().comm(), folder);
                    settle(cell, outcome, results, step, effort.forks() - fork);
                }
            }
        }
        Distributions distributions = new Distributions(options, forkRun, events, progress);
        for (int fork = 1; fork <= effort.distributionForks(); fork++) {
            for (Cell cell : cells) {
                if (ready.containsKey(cell) && !failed.containsKey(cell) && effort.distributionForks(cell) > 0) {
                    distributions.launch(cell, ready.get(cell), numbers.get(cell), fork);
                }
            }
        }
        failedDistributions = distributions.failed();
    }

    private void settle(Cell cell, ForkOutcome outcome, Results results, String step, int forksLeft)
            throws IOException {
        if (outcome.ok()) {
            results.add(cell, outcome.result().get());
            Result<?> score = outcome.result().get().getPrimaryResult();
            progress.end(
                    step,
                    String.format(
                            Locale.ROOT,
                            "%.4g %s%s",
                            score.getScore(),
                            score.getScoreUnit(),
                            cell.layout().oversubscribed() ? " (oversubscribed)" : ""));
        } else {
            String reason = outcome.reason().orElse("no reason given");
            progress.end(step, "FAILED");
            progress.skip(forksLeft + options.effort().distributionForks(cell));
            results.drop(cell);
            fail(cell, reason);
        }
    }

    /** When the run began, as a folder's name, such as 2026-01-31T235959Z. */
    static String folderName() {
        return Instant.now()
                .truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                .toString()
                .replace(":", "");
    }
}
