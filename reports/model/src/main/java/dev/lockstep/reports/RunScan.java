package dev.lockstep.reports;

import dev.lockstep.run.Environment;
import dev.lockstep.run.EventLog;
import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
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
 * @param state how it went, if recorded
 * @param notes what a reader should know about the files
 */
public record RunScan(Path source, Optional<Environment> environment, Optional<RunState> state, List<String> notes) {
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
        RunFolder folder = new RunFolder(source);
        boolean journalled = Files.isRegularFile(folder.journal());
        if (Files.isRegularFile(folder.results())) {
            results(folder.results(), sink);
        } else if (journalled) {
            notes.add("results.json is missing: no cell has a score.");
        } else {
            throw new InvalidInputException(source, "", "results.json or journal.jsonl", "neither");
        }
        Optional<RunState> state = journalled
                ? Optional.of(RunState.of(EventLog.read(folder.journal()).events()))
                : Optional.empty();
        if (state.isPresent() && state.get().end().isEmpty()) {
            notes.add("The run did not end in an orderly way: journal.jsonl has no end.");
        }
        return new RunScan(
                source,
                Files.isRegularFile(folder.environment())
                        ? Optional.of(Environment.read(folder.environment()))
                        : Optional.empty(),
                state,
                notes);
    }

    private static void results(Path file, Sink sink) throws IOException {
        JmhResultReader.forEach(file, (result, pointer) -> sink.accept(result, new Place(file, pointer)));
    }
}
