package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.JmhResultReader;
import dev.lockstep.reports.Metric;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.Environment;
import dev.lockstep.run.EventLog;
import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The rows of one run; base or head. A folder of runs is one as well: they are launches of the same thing at different
 * times, and their forks are pooled.
 */
public final class Suite {
    private Map<RowId, Sample> samples = new LinkedHashMap<>();
    private final Set<CellKey> oversubscribed = new HashSet<>();
    private final Map<CellKey, RunEvent.Planned> planned = new HashMap<>();
    private final Map<CellKey, String> failures = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    private final Path source;
    private final Settings settings;
    private Optional<String> cpu = Optional.empty();

    private Suite(Path source, Settings settings) {
        this.source = source;
        this.settings = settings;
    }

    /**
     * Reads a run, or a folder of runs.
     *
     * @param source a folder of ours, JMH's JSON, compressed or not, or a folder of such folders
     * @param settings say which secondary metrics count
     * @throws dev.lockstep.run.InvalidInputException if a file does not hold what it should, or one row twice
     */
    public static Suite read(Path source, Settings settings) throws IOException {
        Suite suite = new Suite(source, settings);
        for (Path part : parts(source)) {
            suite.include(part);
        }
        return suite;
    }

    /** A side that has measured nothing. */
    public static Suite none(Path source, Settings settings) {
        return new Suite(source, settings);
    }

    Suite only(Set<RowId> rows) {
        Suite some = new Suite(source, settings);
        samples.forEach((id, sample) -> {
            if (rows.contains(id)) {
                some.samples.put(id, sample);
            }
        });
        some.oversubscribed.addAll(oversubscribed);
        some.planned.putAll(planned);
        some.failures.putAll(failures);
        some.notes.addAll(notes);
        some.cpu = cpu;
        return some;
    }

    /** The same with other samples of some rows. */
    Suite with(Map<RowId, Sample> others) {
        Suite changed = only(samples.keySet());
        changed.samples.putAll(others);
        return changed;
    }

    /**
     * The same rows as if they were another benchmark's, so that two benchmarks compare.
     *
     * @param params the parameters that count, those of both; no two rows may differ in others alone
     * @throws IllegalArgumentException if two do
     */
    public Suite as(String benchmark, Set<String> params) {
        UnaryOperator<CellKey> named = cell -> {
            SortedMap<String, String> both = new TreeMap<>(cell.params());
            both.keySet().retainAll(params);
            return new CellKey(benchmark, cell.mode(), both, cell.threads());
        };
        Suite other = new Suite(source, settings);
        samples.forEach((id, sample) -> {
            if (other.samples.put(new RowId(named.apply(id.cell()), id.metric()), sample) != null) {
                throw new IllegalArgumentException(
                        id + " differs from another row only in parameters that the benchmark"
                                + " it is compared with lacks: choose one value of each");
            }
        });
        oversubscribed.forEach(cell -> other.oversubscribed.add(named.apply(cell)));
        planned.forEach((cell, plan) -> other.planned.put(named.apply(cell), plan));
        failures.forEach((cell, why) -> other.failures.put(named.apply(cell), why));
        other.notes.addAll(notes);
        other.cpu = cpu;
        return other;
    }

    /** A folder that neither is a run nor holds one is left to the reader of runs: the complaint is the same. */
    private static List<Path> parts(Path source) throws IOException {
        if (!Files.isDirectory(source) || RunFolder.isRun(source)) {
            return List.of(source);
        }
        try (Stream<Path> children = Files.list(source)) {
            List<Path> runs = children.filter(RunFolder::isRun).sorted().toList();
            return runs.isEmpty() ? List.of(source) : runs;
        }
    }

    private void include(Path part) throws IOException {
        if (!Files.isDirectory(part)) {
            results(part);
            return;
        }
        RunFolder folder = new RunFolder(part);
        boolean measured = Files.isRegularFile(folder.everything());
        boolean journalled = Files.isRegularFile(folder.journal());
        if (measured) {
            results(folder.everything());
        } else if (journalled) {
            note("results.json is missing: no cell has a score.");
        } else {
            throw new InvalidInputException(part, "", "results.json or journal.jsonl", "neither");
        }
        if (journalled) {
            cells(RunState.of(EventLog.read(folder.journal()).events()));
        }
        if (Files.isRegularFile(folder.environment())) {
            runsOn(part, Environment.read(folder.environment()).find("CPU", "CPU model", "processor"));
        }
    }

    private void results(Path file) throws IOException {
        Map<RowId, Sample> rows = new LinkedHashMap<>();
        JmhResultReader.each(file, (result, pointer) -> {
            for (RowId row : rowsOf(result)) {
                if (rows.put(row, Sample.of(result, metric(result, row))) != null) {
                    throw new InvalidInputException(
                            file, pointer, "every row once", "a second " + row + " after " + place(row, rows));
                }
            }
        });
        if (samples.isEmpty()) {
            samples = rows;
            return;
        }
        for (RowId row : rows.keySet()) {
            add(row, rows, file);
        }
    }

    private List<RowId> rowsOf(JmhResult result) {
        List<RowId> rows = new ArrayList<>(List.of(new RowId(result.key(), "")));
        for (String name : result.secondary().keySet()) {
            if (settings.rule(name).isPresent()) {
                rows.add(new RowId(result.key(), name));
            }
        }
        return rows;
    }

    private static Metric metric(JmhResult result, RowId row) {
        return row.metric().isEmpty() ? result.primary() : result.secondary().get(row.metric());
    }

    /** The place of a row of a file: each result has one score, before what else it has. */
    private static String place(RowId row, Map<RowId, Sample> rows) {
        int scores = 0;
        for (RowId id : rows.keySet()) {
            scores += id.metric().isEmpty() ? 1 : 0;
            if (id.equals(row)) {
                break;
            }
        }
        return "/" + (scores - 1);
    }

    private void cells(RunState state) {
        if (state.end().isEmpty()) {
            note("The run did not end in an orderly way: journal.jsonl has no end.");
        }
        state.byKey().forEach((key, cell) -> {
            RunEvent.Planned plan = cell.planned().orElseThrow();
            if (plan.oversubscribed()) {
                oversubscribed.add(key);
            }
            planned.put(key, plan);
            cell.failureText().ifPresent(reason -> failures.put(key, reason));
        });
    }

    private void runsOn(Path part, Optional<String> here) throws InvalidInputException {
        if (cpu.isPresent() && here.isPresent() && !cpu.equals(here)) {
            throw new InvalidInputException(part, "", "the processor of the runs before it, " + cpu.get(), here.get());
        }
        cpu = cpu.or(() -> here);
    }

    private void note(String text) {
        if (!notes.contains(text)) {
            notes.add(text);
        }
    }

    private void add(RowId row, Map<RowId, Sample> rows, Path file) throws InvalidInputException {
        Sample sample = rows.get(row);
        Sample earlier = samples.put(row, sample);
        if (earlier == null) {
            return;
        }
        if (!earlier.isLike(sample)) {
            throw new InvalidInputException(
                    file,
                    place(row, rows),
                    "the same unit, JVM and operations per iteration as in the runs before",
                    sample.conditions() + " instead of " + earlier.conditions() + " of " + row);
        }
        samples.put(row, earlier.plus(sample));
    }

    Map<RowId, Sample> samples() {
        return samples;
    }

    public Path source() {
        return source;
    }

    List<String> notes() {
        return notes;
    }

    Optional<String> cpu() {
        return cpu;
    }

    /** The cells with more ranks × threads than cores. */
    Set<CellKey> oversubscribed() {
        return oversubscribed;
    }

    /** The journal's record of cells, where there is one. */
    Map<CellKey, RunEvent.Planned> planned() {
        return planned;
    }

    /** The cells that failed, and why. */
    Map<CellKey, String> failures() {
        return failures;
    }
}
