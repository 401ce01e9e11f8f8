package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes one run of several that each measured some of its cells, as {@code --shard} does. They must have been asked for in the same way, made by the same versions, and
 * come to their end; no cell may be in two of them. What a launch wrote is copied, so the result is a run like any other.
 */
public final class RunMerge {
    private final Path out;
    private final List<Part> parts = new ArrayList<>();
    private final Map<String, Path> owners = new HashMap<>();

    private RunMerge(Path out) {
        this.out = out;
    }

    /**
     * Merges.
     *
     * @param folders of the parts, in the order in which their cells are to be reported
     * @param out folder for the whole
     * @param progress where to say what is missing
     * @return how the whole run ended
     * @throws IOException if a part cannot be read
     * @throws StorageException if the whole cannot be written
     * @throws UsageException if the parts do not belong together, or one of them is incomplete
     */
    public static RunSummary merge(List<Path> folders, Path out, Progress progress) throws IOException {
        RunMerge merge = new RunMerge(out);
        for (Path folder : folders) {
            merge.add(Part.read(folder, folders.indexOf(folder) + 1));
        }
        RunFolder.prepare(out, false);
        FolderLock lock = FolderLock.acquire(out);
        try {
            return merge.write(progress);
        } finally {
            lock.close();
        }
    }

    private void add(Part part) {
        if (!parts.isEmpty()) {
            part.requireLike(parts.get(0));
        }
        for (Cell cell : part.cells()) {
            Path other = owners.put(cell.id(), part.folder());
            if (other != null) {
                throw new UsageException(cell.id() + " is in " + other + " and in " + part.folder()
                        + "; a cell may be in one of them only");
            }
        }
        parts.add(part);
    }

    private RunSummary write(Progress progress) throws IOException {
        List<Cell> cells = parts.stream().flatMap(p -> p.cells().stream()).toList();
        Results results = new Results(out, cells);
        List<Path> rows = new ArrayList<>();
        Map<Cell, String> failed = new LinkedHashMap<>();
        int failedDistributions = 0;
        for (Part part : parts) {
            part.copyLaunches(out);
            CellStates states = part.addTo(results, rows);
            failed.putAll(states.failures());
            failedDistributions += states.failedDistributions();
        }
        results.write();
        results.replaceRows(rows);
        MergedEnvironment.write(out, parts.stream().map(Part::folder).toList());
        RunSummary summary = new RunSummary(
                out, results.all(), failed, failedDistributions, missing().size());
        // Last: a folder with a journal is a run, one without can be merged into again.
        try (Journal journal = Journal.create(out.resolve(RunFolder.JOURNAL))) {
            start(journal, cells.size());
            for (LeftOut missing : missing()) {
                progress.say("warning: " + missing.what() + " " + missing.reason());
                new JournalEvents(journal).leftOut(missing);
            }
            plan(journal);
            for (Part part : parts) {
                part.events().forEach(e -> journal.write(e.path("event").asText(), line -> line.setAll(e)));
            }
            new JournalEvents(journal).end(summary.exitCode());
        }
        return summary;
    }

    private void start(Journal journal, int cells) {
        ObjectNode first = parts.get(0).history().start().deepCopy();
        first.put("cells", cells).put("shard", Shard.WHOLE.toString());
        first.put("command", System.getProperty("lockstep.command", "unknown"));
        ((ObjectNode) first.path("options").path("plan").path("shard"))
                .put("index", 1)
                .put("count", 1);
        first.putArray("arguments").addAll(parts.get(0).argumentsOfTheWhole());
        journal.write("start", line -> line.setAll(first));
    }

    /** One plan of all cells; a part that had the time for fewer forks than another has cut its cells short. */
    private void plan(Journal journal) {
        int most = parts.stream().mapToInt(Part::forks).max().orElse(0);
        journal.write("plan", line -> {
            parts.stream()
                    .flatMap(part -> part.plan().stream())
                    .findFirst()
                    .ifPresent(plan -> line.setAll((ObjectNode) plan));
            line.put("forks", most);
            var all = line.putArray("cells");
            parts.forEach(
                    part -> part.plan().ifPresent(plan -> plan.path("cells").forEach(all::add)));
        });
        for (Part part : parts) {
            if (part.forks() < most) {
                for (Cell cell : part.cells()) {
                    int each = part.launchesPerRound(cell);
                    new JournalEvents(journal)
                            .cut(cell, each * part.forks(), each * most, "its shard had no time for more");
                }
            }
        }
    }

    private List<LeftOut> missing() {
        Set<String> there = new LinkedHashSet<>();
        parts.forEach(part -> there.add(part.shard().toString()));
        int count = parts.get(0).shard().count();
        List<LeftOut> missing = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            Shard shard = new Shard(i, count);
            if (!there.contains(shard.toString())) {
                missing.add(
                        new LeftOut("shard " + shard, "is not among the merged runs", "run it with --shard " + shard));
            }
        }
        return missing;
    }
}
