package dev.lockstep.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run whose results pass by one at a time, for those who compare more of them than should lie in memory. {@code ranks.csv}
 * is not opened.
 *
 * @param source the directory or file it was read from
 * @param environment where it ran, if recorded
 * @param journal how it went, if recorded
 * @param notes what a reader should know about the files
 */
public record RunScan(Path source, Optional<Environment> environment, Optional<Journal> journal, List<String> notes) {
    /** Takes a result. */
    @FunctionalInterface
    public interface Sink {
        /**
         * The next one of the file.
         *
         * @param result as JMH wrote it
         * @param where the file and the place in it, to complain about
         * @throws IOException if it cannot be taken
         */
        void accept(JmhResult result, Place where) throws IOException;
    }

    /**
     * An entry of a results file.
     *
     * @param file which
     * @param pointer a JSON pointer (RFC 6901)
     */
    public record Place(Path file, String pointer) {
        /** What is wrong here. */
        public InvalidInputException wrong(String expected, String found) {
            return new InvalidInputException(file, pointer, expected, found);
        }
    }

    /** Copies the notes. */
    public RunScan {
        notes = List.copyOf(notes);
    }

    /**
     * Reads a run. A cell that appears twice is not refused here.
     *
     * @param source a directory that {@code lockstep run} wrote, or a file that JMH's {@code -rf json} wrote; a results file
     *     may be compressed by gzip, in a directory as {@code results.json.gz} too
     * @param sink takes the results, in the order of the file
     * @throws InvalidInputException if a file does not hold what it should
     * @throws IOException if a file cannot be read, or the sink throws it
     */
    public static RunScan read(Path source, Sink sink) throws IOException {
        if (!Files.isDirectory(source)) {
            results(source, sink);
            return new RunScan(source, Optional.empty(), Optional.empty(), List.of());
        }
        List<String> notes = new ArrayList<>();
        Path environment = source.resolve("environment.json");
        Path journal = source.resolve("journal.jsonl");
        Path plain = source.resolve("results.json");
        Path results = Files.exists(plain) ? plain : source.resolve("results.json.gz");
        boolean journalled = Files.isRegularFile(journal);
        if (Files.isRegularFile(results)) {
            results(results, sink);
        } else if (journalled) {
            notes.add("results.json is missing: no cell has a score.");
        } else {
            throw new InvalidInputException(source, "", "results.json or journal.jsonl", "neither");
        }
        Optional<Journal> went = journalled ? Optional.of(JournalReader.read(journal)) : Optional.empty();
        if (went.isPresent() && went.get().end().isEmpty()) {
            notes.add("The run did not end in an orderly way: journal.jsonl has no end.");
        }
        return new RunScan(
                source,
                Files.isRegularFile(environment) ? Optional.of(Environment.read(environment)) : Optional.empty(),
                went,
                notes);
    }

    private static void results(Path file, Sink sink) throws IOException {
        JmhResultReader.forEach(file, (result, pointer) -> sink.accept(result, new Place(file, pointer)));
    }
}
