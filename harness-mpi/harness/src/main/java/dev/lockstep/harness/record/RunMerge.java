package dev.lockstep.harness.record;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.CellState;
import dev.lockstep.run.EventLog;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import dev.lockstep.run.ShardMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/**
 * Makes one run of several that each measured some of its cells, as {@code --shard} does. They must have been asked for
 * in the same way, made by the same versions, and be complete; no cell may be in two of them. What a launch wrote is
 * copied, so the result is a run like any other.
 */
public final class RunMerge {
    private RunMerge() {}

    /**
     * Merges runs.
     *
     * @param folders of the parts, in the order in which their cells are to be reported
     * @param out folder for the whole
     * @param progress where to say what is missing
     * @return how the whole run ended
     * @throws StorageException if the whole cannot be written
     * @throws UsageException if the parts do not belong together, or one of them is incomplete
     */
    public static RunSummary merge(List<Path> folders, Path out, Progress progress) throws IOException {
        List<ShardMerge.Shard> parts = new ArrayList<>();
        for (Path folder : folders) {
            EarlierRun run = EarlierRun.read(folder);
            RunEvent.Start start = run.start();
            if (!run.state().isComplete()) {
                throw new UsageException(folder + " is incomplete; finish it first: "
                        + EarlierRun.resumption(start.arguments(), folder));
            }
            parts.add(run.part());
        }
        ShardMerge merge = new ShardMerge(parts);
        merge.obstacle().ifPresent(obstacle -> {
            throw new UsageException(obstacle);
        });
        RunFolder folder = ResultsFolder.prepare(out, false);
        FolderLock lock = FolderLock.acquire(out);
        try {
            copyLaunches(merge, folder);
            return write(merge, parts, folder, progress);
        } finally {
            lock.close();
        }
    }

    private static void copyLaunches(ShardMerge merge, RunFolder folder) {
        try {
            merge.copyLaunches(folder.path());
        } catch (IOException e) {
            throw StorageException.of(folder.launches(), 0, e);
        }
    }

    private static RunSummary write(ShardMerge merge, List<ShardMerge.Shard> parts, RunFolder folder, Progress progress)
            throws IOException {
        List<Cell> cells = new ArrayList<>();
        parts.forEach(part -> part.state()
                .byKey()
                .values()
                .forEach(c -> cells.add(cell(c.planned().orElseThrow()))));
        Results results = new Results(folder.path(), cells, System::nanoTime);
        List<Path> rows = new ArrayList<>();
        RunState whole = new RunState();
        for (ShardMerge.Shard part : parts) {
            part.events().forEach(whole::accept);
            Path from = part.folder().path();
            for (Cell cell : cells) {
                CellState state = part.state().cell(cell.id());
                state.launches()
                        .forEach(
                                launch -> rows.add(from.resolve(launch.folder()).resolve(RunFolder.RANKS)));
                for (StoredFork stored : StoredFork.of(from, state)) {
                    results.add(cell, stored.fork(), stored.read());
                }
            }
            if (Files.exists(part.folder().environment())) {
                Durable.replace(
                        folder.path().resolve("environment-part-" + (parts.indexOf(part) + 1) + ".json"),
                        Files.readAllBytes(part.folder().environment()));
            }
        }
        results.write();
        results.replaceRows(rows);
        Durable.replace(folder.environment(), merge.environment().toBytes());
        List<RunEvent.LeftOut> missing = merge.missing();
        missing.forEach(shard -> progress.say("warning: " + shard.what() + " " + shard.reason()));
        RunSummary summary =
                RunSummary.of(folder.path(), results.all(), cells, whole).missing(missing.size());
        // Last: a folder with a journal is a run, one without can be merged into again.
        RunEvent.End end = new RunEvent.End(Instant.now().toString(), summary.exitCode(), false);
        try (EventLog log = EventLog.create(folder.journal())) {
            for (RunEvent event : merge.events(Recorder.command(), end)) {
                log.append(event);
            }
        } catch (IOException e) {
            throw StorageException.of(folder.journal(), 0, e);
        }
        return summary;
    }

    /** The cell, as far as a journal tells. */
    private static Cell cell(RunEvent.Planned event) {
        boolean ranked = event.comm() != null;
        Mode mode = Arrays.stream(Mode.values())
                .filter(m -> m.shortLabel().equals(event.mode()))
                .findFirst()
                .orElse(Mode.SingleShotTime);
        return new Cell(
                new Benchmark(event.benchmark(), mode, ranked, false, false, false, 1, Map.of(), Optional.empty()),
                event.params(),
                ranked
                        ? new RankLayout(event.comm(), event.ranks(), event.threads(), false, Hosts.NOT_GIVEN)
                        : RankLayout.plain(event.threads()));
    }
}
