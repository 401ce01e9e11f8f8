package dev.lockstep.reports;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a run left behind.
 *
 * @param source the directory or file it was read from
 * @param files the files that were there and were read, in the order they are documented
 * @param results JMH's results
 * @param samples every rank's scores; empty without {@code ranks.csv}
 * @param environment where it ran, if recorded
 * @param journal how it went, if recorded
 * @param distributions of the cells whose operations were timed one by one
 * @param notes what a reader should know about the files: which are missing, or break off
 */
public record RunData(
        Path source,
        List<Path> files,
        List<JmhResult> results,
        List<RankSample> samples,
        Optional<Environment> environment,
        Optional<Journal> journal,
        Map<CellKey, Distribution> distributions,
        List<String> notes) {

    /** Copies the lists. */
    public RunData {
        files = List.copyOf(files);
        results = List.copyOf(results);
        samples = List.copyOf(samples);
        distributions = Map.copyOf(distributions);
        notes = List.copyOf(notes);
    }

    /** What is still to be done, in words; nothing for a run that came to its end, or of which that is not known. */
    public Optional<String> unfinished() {
        return journal.flatMap(Journal::unfinished);
    }

    /** Why cells have no distribution that should have one. */
    public Map<CellKey, String> failedDistributions() {
        Map<CellKey, String> reasons = new LinkedHashMap<>();
        journal.map(Journal::distributions)
                .orElse(Map.of())
                .forEach((key, launches) -> launches.stream()
                        .filter(launch -> !launch.ok())
                        .findFirst()
                        .ifPresent(launch -> reasons.put(key, "fork " + launch.fork() + ": " + launch.reason())));
        return reasons;
    }

    /** What was asked for and could not be run. */
    public List<JournalEvent.LeftOut> leftOut() {
        return journal.map(j -> j.all(JournalEvent.LeftOut.class).distinct().toList())
                .orElse(List.of());
    }
}
