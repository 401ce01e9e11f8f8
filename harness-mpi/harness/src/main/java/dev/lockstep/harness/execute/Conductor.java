package dev.lockstep.harness.execute;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.EnvironmentRecord;
import dev.lockstep.harness.record.FolderLock;
import dev.lockstep.harness.record.RankFiles;
import dev.lockstep.harness.record.Recorder;
import dev.lockstep.harness.record.ResultsFolder;
import dev.lockstep.harness.record.Resumption;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.Shard;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Conducts a run: pilots first, then a plan of launches, then the launches themselves, those of different cells interleaved, and what is to be filled. Everything that is finished is on disk
 * before the next begins, so that a run which ended early, in whatever way, goes on where it was.
 */
public final class Conductor {
    private final RunOptions options;
    private final String version;
    private final Progress progress;
    private final Invocation invocation;
    private final Runnable onInterruption;

    /**
     * For a run, or the rest of one.
     *
     * @param options what and how
     * @param version of Lockstep
     * @param progress where to tell how far it is
     * @param invocation whether to resume, and how
     * @param onInterruption called while the JVM ends in mid-run, when the run's files are complete
     */
    Conductor(RunOptions options, String version, Progress progress, Invocation invocation, Runnable onInterruption) {
        this.options = options;
        this.version = version;
        this.progress = progress;
        this.invocation = invocation;
        this.onInterruption = onInterruption;
    }

    /**
     * Runs cells.
     *
     * @param planned what to measure
     * @param leftOut what could not be, for the record
     * @return how it ended
     * @throws IOException if the run's own files cannot be read
     * @throws StorageException if they cannot be written
     * @throws InterruptedException if the calling thread is interrupted
     * @throws UsageException if the folder cannot be written, another benchmark is running, or the run cannot be resumed
     */
    RunSummary run(List<Cell> planned, List<LeftOut> leftOut) throws IOException, InterruptedException {
        planned.forEach(options.ops()::require);
        if (planned.isEmpty()) {
            return empty(leftOut);
        }
        RunFolder folder = ResultsFolder.prepare(options.out(), invocation.resume());
        JmhLock lock = JmhLock.acquire(invocation.await(), progress);
        try (FolderLock mine = FolderLock.acquire(options.out())) {
            Resumption resumption = Resumption.of(options, version, invocation);
            resumption.warnings().forEach(progress::say);
            if (resumption.isComplete(planned)) {
                RunSummary summary = resumption.summary(planned);
                progress.say(options.out() + " is complete: there is nothing to resume"
                        + (summary.failed() > 0 ? "; --retry-failed tries again what failed" : ""));
                return summary;
            }
            HostCheck hosts = new HostCheck(options, folder.launches(), progress);
            List<Cell> cells = hosts.place(planned);
            EnvironmentRecord environment = new EnvironmentRecord(options.out(), version, options);
            environment.addLaunches(cells, options);
            hosts.reports().forEach(environment::addHost);
            environment
                    .addEarlier()
                    .forEach(change -> progress.say("warning: the machine is not as it was: " + change));
            try (Recorder recorder = Recorder.open(folder, resumption, cells, environment)) {
                return run(cells, leftOut, resumption, folder, recorder, mine);
            }
        } finally {
            lock.close();
        }
    }

    /** A shard without cells is a part of the whole like any other: it can be merged. */
    private RunSummary empty(List<LeftOut> leftOut) throws IOException {
        RunSummary summary = new RunSummary(options.out(), List.of(), Map.of(), 0);
        if (options.plan().shard().equals(Shard.WHOLE)) {
            return summary;
        }
        RunFolder folder = ResultsFolder.prepare(options.out(), invocation.resume());
        FolderLock mine = FolderLock.acquire(options.out());
        try {
            Resumption resumption = Resumption.of(options, version, invocation);
            if (!resumption.state().isComplete()) {
                EnvironmentRecord environment = new EnvironmentRecord(options.out(), version, options);
                try (Recorder recorder = Recorder.open(folder, resumption, List.of(), environment)) {
                    resumption.record(recorder, List.of(), leftOut, progress);
                    recorder.end(summary.exitCode());
                }
            }
            return summary;
        } finally {
            mine.close();
        }
    }

    private RunSummary run(
            List<Cell> cells,
            List<LeftOut> leftOut,
            Resumption resumption,
            RunFolder folder,
            Recorder recorder,
            FolderLock mine)
            throws IOException, InterruptedException {
        Thread interruption = new Thread(() -> interrupted(recorder, mine), "lockstep-interruption");
        Runtime.getRuntime().addShutdownHook(interruption);
        try {
            RunState state = resumption.state();
            double spent = state.spentSeconds();
            resumption.record(recorder, cells, leftOut, progress);
            Budget budget = new Budget(options.plan().budgetMillis(), spent);
            pilot(cells, state, folder, recorder);
            Recount recount = new Recount(options, state, recorder::pilot, cells);
            recount.share();
            ForkPlan plan = resumption.plan(cells, budget, recorder, progress);
            SingleLaunch launches = new SingleLaunch(options, state, folder, progress);
            List<Schedule.Launch> distributions = Schedule.distributions(cells, options);
            Launching launching = new Launching(options, state, launches::forScore, recount, recorder, progress);
            launching.run(Schedule.of(cells, plan, options), distributions, budget);
            new Distributions(options, state, folder, launches, recorder, progress).run(distributions, budget);
            new FurtherLaunches(options, state, launching, recorder, progress).run(plan, budget);
            RunSummary summary = RunSummary.of(options.out(), recorder.results(), cells, state);
            RankFiles.tell(folder.launches(), progress);
            recorder.end(summary.exitCode());
            return summary;
        } finally {
            remove(interruption);
        }
    }

    private void interrupted(Recorder recorder, FolderLock mine) {
        // Let go last: another host may wait for it.
        try (mine) {
            try {
                recorder.interrupted();
            } finally {
                onInterruption.run();
            }
        } catch (IOException e) {
            progress.say("warning: " + e.getMessage());
        }
    }

    private static void remove(Thread interruption) {
        try {
            Runtime.getRuntime().removeShutdownHook(interruption);
        } catch (IllegalStateException e) {
            // The JVM is ending: it runs already, and this thread has nothing more to say.
        }
    }

    private void pilot(List<Cell> all, RunState state, RunFolder folder, Recorder recorder)
            throws IOException, InterruptedException {
        List<Cell> cells = all.stream()
                .filter(cell -> state.cell(cell.id()).pilot().isEmpty())
                .toList();
        if (cells.isEmpty()) {
            return;
        }
        progress.say("pilot: " + cells.size() + " cells, self-check and operations per iteration");
        progress.debugging(options.launch(), "pilots");
        new Pilots(options, folder.launches(), (cell, result) -> {
                    recorder.pilot(result);
                    if (result.failure() != null) {
                        progress.failed(cell, result.failure().reason());
                    }
                })
                .run(cells);
    }
}
