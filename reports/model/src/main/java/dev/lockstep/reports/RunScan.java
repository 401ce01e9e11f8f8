package dev.lockstep.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run as comparisons need it: {@code ranks.csv} and distributions are not opened, and a cell that appears twice is not refused.
 *
 * @param file that the results are from: the n-th has the pointer {@code /n} (RFC 6901)
 * @param results as JMH wrote them, in the order of the file
 * @param environment where it ran, if recorded
 * @param journal how it went, if recorded
 * @param notes what a reader should know about the files
 */
public record RunScan(
        Path file,
        List<JmhResult> results,
        Optional<Environment> environment,
        Optional<Journal> journal,
        List<String> notes) {
    /** Copies the notes. */
    public RunScan {
        notes = List.copyOf(notes);
    }

    /**
     * Reads a run.
     *
     * @param source a directory that {@code lockstep run} wrote, or a file that JMH's {@code -rf json} wrote; a results file
     *     may be compressed by gzip, in a directory as {@code results.json.gz} too
     * @throws InvalidInputException if a file does not hold what it should
     * @throws IOException if a file cannot be read
     */
    public static RunScan read(Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            return new RunScan(source, JmhResultReader.all(source), Optional.empty(), Optional.empty(), List.of());
        }
        List<String> notes = new ArrayList<>();
        Path environment = source.resolve("environment.json");
        Path journal = source.resolve("journal.jsonl");
        Path plain = source.resolve("results.json");
        Path results = Files.exists(plain) ? plain : source.resolve("results.json.gz");
        boolean measured = Files.isRegularFile(results);
        boolean journalled = Files.isRegularFile(journal);
        if (!measured && !journalled) {
            throw new InvalidInputException(source, "", "results.json or journal.jsonl", "neither");
        }
        if (!measured) {
            notes.add("results.json is missing: no cell has a score.");
        }
        List<JmhResult> all = measured ? JmhResultReader.all(results) : List.of();
        Optional<Journal> went = journalled ? Optional.of(JournalReader.read(journal)) : Optional.empty();
        if (went.isPresent() && went.get().end().isEmpty()) {
            notes.add("The run did not end in an orderly way: journal.jsonl has no end.");
        }
        return new RunScan(
                results,
                all,
                Files.isRegularFile(environment) ? Optional.of(Environment.read(environment)) : Optional.empty(),
                went,
                notes);
    }
}
