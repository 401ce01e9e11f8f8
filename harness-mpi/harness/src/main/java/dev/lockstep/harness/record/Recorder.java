package dev.lockstep.harness.record;

import dev.lockstep.harness.Reported;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.RunInterruptedException;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.EventLog;
import dev.lockstep.run.Provenance;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.Placements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Records what a run finds, in its files and in its {@link RunState}: each launch as a whole, on disk before the next
 * begins. From the moment that the JVM is told to end, nothing more is recorded.
 */
public final class Recorder implements AutoCloseable {
    private static final double CONFIDENCE = 0.95;

    private final RunFolder folder;
    private final EventLog log;
    private final RunState state;
    private final Results results;
    private final EnvironmentRecord environment;
    private final List<Path> restoredRows = new ArrayList<>();
    private boolean sealed;

    private Recorder(RunFolder folder, EventLog log, RunState state, List<Cell> cells, EnvironmentRecord environment) {
        this.folder = folder;
        this.log = log;
        this.state = state;
        this.results = new Results(folder.path(), cells, System::nanoTime);
        this.environment = environment;
    }

    /** Begins the run's files, or continues them. */
    public static Recorder open(
            RunFolder folder, Resumption resumption, List<Cell> cells, EnvironmentRecord environment)
            throws IOException {
        EventLog log;
        try {
            log = resumption.wholeBytes().isEmpty()
                    ? EventLog.create(folder.journal())
                    : EventLog.resume(folder.journal(), resumption.wholeBytes().get());
        } catch (EventLog.InUseException e) {
            throw new UsageException(e.getMessage());
        }
        folder.number(resumption.state().cells());
        folder.number(cells.stream().map(Cell::id).toList());
        return new Recorder(folder, log, resumption.state(), cells, environment);
    }

    private void append(RunEvent event) {
        try {
            log.append(event);
        } catch (IOException e) {
            throw StorageException.of(log.file(), EventLog.line(event).length, e);
        }
        state.accept(event);
    }

    private static String now() {
        return Instant.now().toString();
    }

    synchronized void start(Provenance provenance, RunOptions options, List<String> arguments, List<Cell> cells)
            throws IOException {
        environment.write();
        append(new RunEvent.Start(
                provenance.lockstep(),
                now(),
                command(),
                cells.size(),
                options.plan().seed(),
                options.plan().shard().toString(),
                OptionsJson.of(options),
                arguments,
                provenance));
    }

    static String command() {
        return System.getProperty("lockstep.command", "unknown");
    }

    /** Records that a run is resumed. */
    synchronized void resume(Provenance provenance, List<String> differences) throws IOException {
        environment.write();
        append(new RunEvent.Resume(now(), differences, provenance));
    }

    synchronized void expect(List<Cell> cells, List<LeftOut> leftOut) {
        leftOut.stream()
                .map(LeftOut::event)
                .filter(event -> !state.leftOut().contains(event))
                .forEach(this::append);
        Set<String> known = state.cells();
        cells.stream().filter(cell -> !known.contains(cell.id())).forEach(cell -> {
            boolean plain = cell.layout().comm().equals(RankEnvironment.NO_COMM);
            append(new RunEvent.Planned(
                    cell.id(),
                    cell.benchmark().name(),
                    cell.benchmark().modeLabel(),
                    cell.params(),
                    plain ? null : cell.layout().comm(),
                    plain ? null : cell.layout().ranks(),
                    cell.layout().threadsPerRank(),
                    cell.layout().oversubscribed(),
                    cell.synchronisation(),
                    cell.benchmark().reported().map(Reported::section).orElse(""),
                    cell.benchmark().reported().map(Reported::stage).orElse(""),
                    cell.benchmark().scored() == Scored.Ranks.ALL
                            ? null
                            : cell.benchmark().scored().toString(),
                    cell.benchmark().emulated(cell.jmhParams()).orElse(null),
                    cell.benchmark().how(cell.jmhParams()).orElse(null),
                    cell.benchmark().medium(cell.jmhParams()).orElse(null)));
        });
    }

    /** Restores what an earlier part of the run has measured. Returns whether it is unchanged since it was written. */
    synchronized boolean restore(Cell cell, RunEvent.Launch launch, boolean cellFailed) throws IOException {
        Path files = folder.path().resolve(launch.folder());
        if (launch.ok() && !cellFailed) {
            try {
                results.add(
                        cell,
                        launch.fork(),
                        StoredFork.of(folder.path(), launch).read());
            } catch (IOException e) {
                return false;
            }
        }
        restoredRows.add(files.resolve(RunFolder.RANKS));
        environment.addRanks(cell.layout().comm(), files);
        return true;
    }

    /** Writes what {@link #restore} restored. */
    synchronized void restored() throws IOException {
        results.replaceRows(restoredRows);
        results.write();
        environment.write();
    }

    public synchronized void pilot(RunEvent.Pilot result) {
        requireOpen();
        if (result.failure() != null) {
            Durable.requireRoom(folder.path());
        }
        append(result);
    }

    synchronized void plan(ForkPlan plan, RunOptions options, Budget budget) {
        requireOpen();
        append(plan.event(options, budget.spent()));
        plan.leftOut().forEach(cell -> append(budget.leftOut(cell, plan).event()));
    }

    public synchronized void launch(Cell cell, int fork, ForkOutcome outcome, Path launch) throws IOException {
        requireOpen();
        RunEvent.Score measured = null;
        if (outcome.ok()) {
            String sha256 = StoredFork.write(launch, outcome.result().get());
            sync(launch.resolve(RunFolder.RANKS));
            Result<?> score = outcome.result().get().getPrimaryResult();
            measured = new RunEvent.Score(score.getScore(), score.getScoreUnit(), outcome.warmupFalling(), sha256);
        } else {
            Durable.requireRoom(folder.path());
        }
        append(new RunEvent.Launch(
                cell.id(),
                fork,
                folder.relative(launch).toString(),
                outcome.seconds(),
                outcome.status(),
                measured,
                outcome.failure().orElse(null)));
        if (outcome.ok()) {
            results.add(cell, fork, outcome.result().get());
        } else {
            results.drop(cell);
        }
        results.addRows(launch.resolve(RunFolder.RANKS));
        results.writeOften();
        environment.addRanks(cell.layout().comm(), launch);
    }

    private static void sync(Path file) {
        try {
            if (Files.exists(file)) {
                Durable.sync(file);
            }
        } catch (IOException e) {
            throw StorageException.of(file, file.toFile().length(), e);
        }
    }

    /**
     * Records a launch that timed each operation; facts are those of {@link dev.lockstep.harness.relay.Distribution}.
     */
    public synchronized void distribution(
            Cell cell, int fork, ForkOutcome outcome, String file, Map<String, String> facts) {
        requireOpen();
        if (outcome.ok()) {
            sync(folder.path().resolve(file));
        } else {
            Durable.requireRoom(folder.path());
        }
        append(new RunEvent.Distribution(
                cell.id(),
                fork,
                outcome.seconds(),
                outcome.status(),
                outcome.ok() ? RunEvent.HistogramLog.of(file, facts) : null,
                outcome.result().map(CommonPlacement::probes).orElse(List.of()),
                outcome.failure().orElse(null)));
    }

    public synchronized void leaveOut(LeftOut what) {
        requireOpen();
        append(what.event());
    }

    public synchronized List<RunResult> results() {
        return results.all();
    }

    /** The placement that is wished for where a cell runs, as far as launches have told; empty if none has. */
    public synchronized Optional<Placements.Placement> wished(PlacementChoice.Wish wish, Cell cell) {
        return results.of(wish).wished(cell);
    }

    /** The numbers of those launches of each cell that count for who has this wish (docs/method.md, "Placements"). */
    public synchronized Map<Cell, Set<Integer>> counting(PlacementChoice.Wish wish, List<Cell> cells) {
        CommonPlacement choice = results.of(wish);
        return cells.stream()
                .collect(Collectors.toMap(
                        cell -> cell, cell -> choice.counting(cell).keySet()));
    }

    /**
     * Half of each cell's 95% interval over its mean, by Student's t over the launches that count for who has this wish.
     *
     * @param least so many launches, or a cell's is infinite, as it is without an interval
     */
    public synchronized Map<Cell, Double> halfWidths(PlacementChoice.Wish wish, int least) {
        Map<Cell, Double> widths = new LinkedHashMap<>();
        CommonPlacement choice = results.of(wish);
        results.cells().forEach(cell -> {
            double[] scores = choice.counting(cell).values().stream()
                    .mapToDouble(launch -> launch.getPrimaryResult().getScore())
                    .toArray();
            ListStatistics launches = new ListStatistics(scores);
            double half = launches.getMeanErrorAt(CONFIDENCE) / launches.getMean();
            widths.put(cell, Double.isNaN(half) || scores.length < least ? Double.POSITIVE_INFINITY : half);
        });
        return widths;
    }

    public synchronized void cut(Cell cell, int forks, int planned, String reason) {
        requireOpen();
        append(new RunEvent.Cut(cell.id(), forks, planned, reason));
        if (forks == 0) {
            append(new RunEvent.LeftOut(cell.id(), reason, Budget.REMEDY));
        }
    }

    public synchronized void end(int exit) throws IOException {
        requireOpen();
        results.write();
        environment.addLoadAfterwards();
        environment.write();
        append(new RunEvent.End(now(), exit, false));
    }

    /** Stops recording because the JVM is ending: what its ranks do from now on is no failure of theirs. */
    public synchronized void interrupted() {
        sealed = true;
        try {
            append(new RunEvent.End(now(), RunEvent.End.INTERRUPTED, true));
            results.write();
            environment.write();
        } catch (IOException e) {
            throw StorageException.of(folder.path(), 0, e);
        }
    }

    private void requireOpen() {
        if (sealed) {
            throw new RunInterruptedException();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            if (state.end().isEmpty() && !sealed) {
                results.write();
            }
        } catch (IOException | StorageException e) {
            // What ended the run is told; the launches' own files have all of it.
        } finally {
            log.close();
        }
    }
}
