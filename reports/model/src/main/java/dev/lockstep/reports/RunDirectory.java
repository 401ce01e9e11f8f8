package dev.lockstep.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads a run directory, or JMH's JSON alone. */
public final class RunDirectory {
    private static final String RESULTS = "results.json";
    private static final String RANKS = "ranks.csv";
    private static final String ENVIRONMENT = "environment.json";
    private static final String DISTRIBUTIONS = "distributions";
    private static final String JOURNAL = "journal.jsonl";

    private final List<Path> files = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private RunDirectory() {}

    /**
     * Reads what is there. Of {@code results.json} and {@code journal.jsonl} at least one must be; what else is missing is
     * noted in the result.
     *
     * @param source a directory that {@code lockstep run} wrote, or a file that JMH's {@code -rf json} wrote
     * @throws InvalidInputException if a file does not hold what it should
     * @throws IOException if a file cannot be read
     */
    public static RunData read(Path source) throws IOException {
        return new RunDirectory().readAll(source);
    }

    private RunData readAll(Path source) throws IOException {
        if (Files.isRegularFile(source)) {
            List<JmhResult> results = JmhResultReader.read(source);
            notes.add(
                    "Read from a bare JMH result file: nothing is known of the environment, of single ranks, or of cells"
                            + " that failed.");
            return new RunData(
                    source, List.of(source), results, List.of(), Optional.empty(), Optional.empty(), Map.of(), notes);
        }
        Optional<List<JmhResult>> results = readIfThere(source, RESULTS, JmhResultReader::read, "no cell has a score");
        Optional<List<RankSample>> samples =
                readIfThere(source, RANKS, RankCsvReader::read, "the scores of single ranks are not known");
        Optional<Environment> environment =
                readIfThere(source, ENVIRONMENT, Environment::read, "where this ran is not known");
        Optional<Journal> journal = readIfThere(
                source,
                JOURNAL,
                JournalReader::read,
                "cells that failed or were left out, oversubscription, floors and self-checks are not known");
        if (results.isEmpty() && journal.isEmpty()) {
            throw new InvalidInputException(source, "", RESULTS + " or " + JOURNAL, "neither");
        }
        journal.ifPresent(this::noteEnd);
        Map<CellKey, Distribution> distributions = distributions(source, journal);
        return new RunData(
                source,
                files,
                results.orElse(List.of()),
                samples.orElse(List.of()),
                environment,
                journal,
                distributions,
                notes);
    }

    private Map<CellKey, Distribution> distributions(Path source, Optional<Journal> journal) throws IOException {
        Map<CellKey, Distribution> distributions = new LinkedHashMap<>();
        for (var launches : journal.map(Journal::distributions).orElse(Map.of()).entrySet()) {
            List<JournalEvent.Distribution> good = new ArrayList<>();
            for (JournalEvent.Distribution launch : launches.getValue()) {
                if (launch.ok() && Files.notExists(source.resolve(launch.file()))) {
                    notes.add(launch.file() + " is missing: how long single operations took there is not known.");
                } else if (launch.ok()) {
                    good.add(launch);
                }
            }
            if (!good.isEmpty()) {
                distributions.put(launches.getKey(), DistributionReader.read(source, good));
            }
        }
        if (!distributions.isEmpty()) {
            files.add(source.resolve(DISTRIBUTIONS));
        }
        return distributions;
    }

    private void noteEnd(Journal journal) {
        if (journal.unfinishedLine()) {
            notes.add("The last line of " + JOURNAL + " breaks off: the run died while writing it.");
        }
        Optional<JournalEvent.End> end = journal.end();
        if (end.isEmpty()) {
            notes.add("The run did not end in an orderly way: " + JOURNAL + " has no end.");
        } else if (end.get().interrupted()) {
            notes.add("The run was interrupted.");
        }
        journal.unfinished().ifPresent(notes::add);
        journal.all(JournalEvent.Plan.class)
                .reduce((first, second) -> second)
                .filter(plan -> plan.forks() < plan.asked())
                .ifPresent(plan -> notes.add(String.format(
                        Locale.ROOT,
                        "The budget of %.0f s had room for %d of %d forks of each cell.",
                        plan.budgetSeconds(),
                        plan.forks(),
                        plan.asked())));
    }

    private <T> Optional<T> readIfThere(Path directory, String name, Reader<T> reader, String otherwise)
            throws IOException {
        Path file = directory.resolve(name);
        if (!Files.isRegularFile(file)) {
            notes.add(name + " is missing: " + otherwise + ".");
            return Optional.empty();
        }
        T content = reader.read(file);
        files.add(file);
        return Optional.of(content);
    }

    @FunctionalInterface
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }
}
