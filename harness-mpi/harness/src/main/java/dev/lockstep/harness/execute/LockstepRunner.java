package dev.lockstep.harness.execute;

import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.plan.BaselineCheck;
import dev.lockstep.harness.plan.Suite;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.FailedCellsException;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepVersion;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Runs benchmarks in one JVM and in ranks, as JMH's {@code Runner} runs them in one JVM. It is what stands behind the command line too, and writes the same files.
 *
 * <pre>{@code
 * RunOptions options = new LockstepOptionsBuilder()
 *         .include("MyBenchmark").comm("local", "openmpi").ranks(2).forks(2).output(Path.of("target/ranks")).build();
 * Collection<RunResult> results = new LockstepRunner(options).run();
 * }</pre>
 *
 * <p>JVMs of forks and ranks get the class path of this one, from {@code java.class.path}. While a run lasts, this JVM holds JMH's lock.
 */
public final class LockstepRunner {
    private final RunOptions options;
    private final Suite suite;
    private final Progress progress;
    private Invocation invocation = Invocation.NEW;
    private Runnable onInterruption = () -> {};

    /**
     * For all that options ask for; says nothing while it runs.
     *
     * @param options of the run
     * @throws UsageException if a benchmark, parameter, communicator or launcher does not exist, or they do not go together
     */
    public LockstepRunner(RunOptions options) {
        this(options, Suite.of(options), Progress.silent());
    }

    /**
     * For a choice of cells.
     *
     * @param options how to measure them
     * @param suite what to measure
     * @param progress where to tell how far it is
     * @throws UsageException if the launcher does not exist, or does not go with a cell's communicator
     */
    public LockstepRunner(RunOptions options, Suite suite, Progress progress) {
        this.options = options;
        BaselineCheck.require(options.versus(), suite.cells());
        this.suite = new Suite(options.plan().shard().of(suite.cells(), options.versus()), suite.leftOut());
        this.progress = progress;
        requireLauncher(options.launch().launcher(), suite.cells());
    }

    /**
     * Says how this run is called for, if it is not simply a new one.
     *
     * @param how whether to resume, wait, and so on
     * @param whenInterrupted called while the JVM ends in mid-run, when the run's files are complete
     * @return this
     */
    public LockstepRunner invokedBy(Invocation how, Runnable whenInterrupted) {
        invocation = how;
        onInterruption = whenInterrupted;
        return this;
    }

    /**
     * What will be measured.
     *
     * @return in the order in which it is reported
     */
    public List<Cell> cells() {
        return suite.cells();
    }

    /**
     * What would be measured too, had that been possible.
     *
     * @return with reasons
     */
    public List<LeftOut> leftOut() {
        return suite.leftOut();
    }

    /**
     * Runs everything, and takes nothing less for a success.
     *
     * @return a result per cell; never empty
     * @throws FailedCellsException if a cell failed; it has the results of the others
     * @throws RunnerException if there was nothing to run, the run's own files cannot be written, or the calling thread is interrupted
     * @throws UsageException as {@link #measure}
     */
    public Collection<RunResult> run() throws RunnerException {
        RunSummary summary;
        try {
            summary = measure();
        } catch (IOException | StorageException e) {
            throw new RunnerException("the files of the run cannot be written in " + options.out(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunnerException("interrupted", e);
        }
        if (summary.failed() > 0) {
            throw new FailedCellsException(summary);
        }
        if (summary.good() == 0) {
            throw new RunnerException("there was nothing to run");
        }
        return summary.results();
    }

    /**
     * Runs everything; a cell that fails does not keep the others from being measured.
     *
     * @return results and failures
     * @throws IOException if the run's own files cannot be read
     * @throws StorageException if they cannot be written
     * @throws InterruptedException if the calling thread is interrupted
     * @throws UsageException as {@link #check}, or if the folder cannot be written, another benchmark is running, or the run cannot be resumed
     */
    public RunSummary measure() throws IOException, InterruptedException {
        check();
        return new Conductor(options, LockstepVersion.current(), progress, invocation, onInterruption)
                .run(suite.cells(), suite.leftOut());
    }

    /**
     * Sees, before anything is started, whether it can be.
     *
     * @throws UsageException if a communicator cannot be used here, a launcher cannot do what it is told to, nothing can be
     *     written to {@code TMPDIR}, or this JMH is not one that Lockstep was tested with
     */
    public void check() {
        requireTemporaryFolder(System.getenv("TMPDIR"));
        requireTestedJmh();
        requireAvailable(options.launch().launcher(), suite.cells());
        requireExecutors();
        requirePlans();
    }

    /** Launchers and ranks would each fail there, in words of their own. */
    static void requireTemporaryFolder(String named) {
        if (named != null
                && !named.isEmpty()
                && !(Files.isDirectory(Path.of(named)) && Files.isWritable(Path.of(named)))) {
            throw new UsageException(
                    "TMPDIR is " + named + ", and nothing can be written there: launchers and ranks keep"
                            + " their temporary files in it; name another folder, or unset it for /tmp");
        }
    }

    private void requireExecutors() {
        layouts(suite.cells())
                .flatMap(layout -> CellExecutor.of(options, layout).obstacle().stream())
                .findFirst()
                .ifPresent(obstacle -> {
                    throw new UsageException(obstacle);
                });
    }

    private void requirePlans() {
        try {
            layouts(suite.cells()).forEach(options.launch()::plan);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** Before anything is started: the launcher is known, and fits every communicator whose ranks are processes. */
    private static void requireLauncher(String launcher, List<Cell> cells) {
        List<String> names = Launchers.discover().names();
        if (!launcher.equals(Launchers.AUTO) && !names.contains(launcher)) {
            throw new UsageException("no launcher is called '" + launcher + "'; there are " + Launchers.AUTO + ", "
                    + String.join(", ", names));
        }
        try {
            layouts(cells).forEach(layout -> layout.launcher(launcher));
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** Every launch would refuse it, one after the other. */
    private static void requireTestedJmh() {
        try {
            JmhFrames.requireTested();
        } catch (IllegalStateException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** What was asked for by name must be there; a run that left it out in silence would answer another question. */
    private static void requireAvailable(String launcher, List<Cell> cells) {
        try {
            layouts(cells).forEach(layout -> layout.requirements(layout.launcher(launcher)));
        } catch (IllegalStateException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static Stream<RankLayout> layouts(List<Cell> cells) {
        return cells.stream().map(Cell::layout).distinct();
    }
}
