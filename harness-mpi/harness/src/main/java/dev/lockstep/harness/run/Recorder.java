package dev.lockstep.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.RunResult;

/**
 * Keeps what a run finds, in its files: each launch as a whole, on disk before the next begins. From the moment that the JVM is told to end, nothing more is taken in.
 */
final class Recorder implements AutoCloseable {
    private final RunFolder folder;
    private final Journal journal;
    private final JournalEvents events;
    private final Results results;
    private final EnvironmentRecord environment;
    private final List<Path> restoredRows = new ArrayList<>();
    private boolean sealed;

    private Recorder(RunFolder folder, Journal journal, List<Cell> cells, EnvironmentRecord environment) {
        this.folder = folder;
        this.journal = journal;
        this.events = new JournalEvents(journal);
        this.results = new Results(folder.path(), cells);
        this.environment = environment;
    }

    /** Begins the run's files, or goes on with them. */
    static Recorder open(RunFolder folder, History history, List<Cell> cells, EnvironmentRecord environment)
            throws IOException {
        Journal journal = history.isEmpty()
                ? Journal.create(folder.journal())
                : Journal.resume(folder.journal(), history.wholeBytes());
        return new Recorder(folder, journal, cells, environment);
    }

    /** Says what is about to be done. */
    synchronized void start(Provenance provenance, RunOptions options, List<String> arguments, List<Cell> cells)
            throws IOException {
        environment.write();
        events.start(provenance, options, arguments, cells.size());
    }

    /** Says that it goes on. */
    synchronized void resume(Provenance provenance, List<String> differences) throws IOException {
        environment.write();
        events.resume(provenance, differences);
    }

    synchronized void expect(List<Cell> cells, List<LeftOut> leftOut, History history) throws IOException {
        leftOut.stream().filter(what -> !history.knows(what)).forEach(events::leftOut);
        cells.stream().filter(cell -> !history.knows(cell)).forEach(events::cell);
    }

    /** Takes up what an earlier part of the run has measured. Returns whether it is as it was written. */
    synchronized boolean restore(Cell cell, History.Launch launch, boolean cellFailed) throws IOException {
        if (launch.result().isPresent() && !cellFailed) {
            try {
                results.add(cell, launch.fork(), launch.result().get().read());
            } catch (IOException e) {
                return false;
            }
        }
        restoredRows.add(launch.folder().resolve(Results.ROWS));
        environment.addRanks(cell.layout().comm(), launch.folder());
        return true;
    }

    /** Writes what {@link #restore} took up. */
    synchronized void restored() throws IOException {
        results.replaceRows(restoredRows);
        results.write();
        environment.write();
    }

    synchronized void pilot(Cell cell, PilotResult result) {
        requireOpen();
        if (result instanceof PilotResult.Failed) {
            Durable.requireRoom(folder.path());
        }
        events.pilot(cell, result);
    }

    synchronized void plan(ForkPlan plan, RunOptions options, Budget budget) {
        requireOpen();
        events.plan(plan, options, budget.spent());
        plan.leftOut().forEach(cell -> events.leftOut(budget.leftOut(cell, plan)));
    }

    synchronized void launch(Cell cell, int fork, ForkOutcome outcome, Path launch) throws IOException {
        requireOpen();
        Optional<StoredFork> stored = Optional.empty();
        if (outcome.ok()) {
            stored = Optional.of(StoredFork.write(launch, outcome.result().get()));
            sync(launch.resolve(Results.ROWS));
        } else {
            Durable.requireRoom(folder.path());
        }
        events.launch(cell, fork, outcome, folder.relative(launch), stored);
        if (outcome.ok()) {
            results.add(cell, fork, outcome.result().get());
        } else {
            results.drop(cell);
        }
        results.addRows(launch.resolve(Results.ROWS));
        results.write();
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

    synchronized void distribution(Cell cell, int fork, ForkOutcome outcome, String file, Map<String, String> facts) {
        requireOpen();
        if (outcome.ok()) {
            sync(folder.path().resolve(file));
        } else {
            Durable.requireRoom(folder.path());
        }
        events.distribution(cell, fork, outcome, file, facts);
    }

    synchronized void leaveOut(LeftOut what) {
        requireOpen();
        events.leftOut(what);
    }

    synchronized List<RunResult> results() {
        return results.all();
    }

    synchronized void cut(Cell cell, int forks, int planned, String reason) {
        requireOpen();
        events.cut(cell, forks, planned, reason);
        if (forks == 0) {
            events.leftOut(new LeftOut(cell.id(), reason, Budget.REMEDY));
        }
    }

    synchronized void end(int exit) throws IOException {
        requireOpen();
        results.write();
        environment.addLoadAfterwards();
        environment.write();
        events.end(exit);
    }

    /** The JVM is ending in mid-run: what its ranks do from now on is no failure of theirs, so nothing more is taken in. */
    synchronized void interrupted() {
        sealed = true;
        try {
            events.interrupted();
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
    public void close() throws IOException {
        journal.close();
    }
}
