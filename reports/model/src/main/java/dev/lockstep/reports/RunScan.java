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
 * A run as comparisons need it: {@code ranks.csv} and distributions are not opened, and a cell that appears twice is
 * not refused.
 *
 * @param file that the results are from: the n-th has the pointer {@code /n} (RFC 6901)
 * @param results of every iteration, as JMH wrote them, in the order of the file
 * @param environment where it ran, if recorded
 * @param state how it went, if recorded
 * @param notes what a reader should know about the files
 */
public record RunScan(
        Path file,
        List<JmhResult> results,
        Optional<Environment> environment,
        Optional<RunState> state,
        List<String> notes) {
    public RunScan {
        notes = List.copyOf(notes);
    }

    /**
     * Reads a run.
     *
     * @param source a directory that {@code lockstep run} wrote, or a file that JMH's {@code -rf json} wrote; a
     *     results file may be compressed by gzip, in a directory as {@code results.json.gz} too
     * @throws InvalidInputException if a file does not hold what it should
     */
    public static RunScan read(Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            return new RunScan(source, JmhResultReader.all(source), Optional.empty(), Optional.empty(), List.of());
        }
        List<String> notes = new ArrayList<>();
        RunFolder folder = new RunFolder(source);
        boolean measured = Files.isRegularFile(folder.everything());
        boolean journalled = Files.isRegularFile(folder.journal());
        if (!measured && !journalled) {
            throw new InvalidInputException(source, "", "results.json or journal.jsonl", "neither");
        }
        if (!measured) {
            notes.add("results.json is missing: no cell has a score.");
        }
        List<JmhResult> all = measured ? JmhResultReader.all(folder.everything()) : List.of();
        Optional<RunState> state = journalled
                ? Optional.of(RunState.of(EventLog.read(folder.journal()).events()))
                : Optional.empty();
        if (state.isPresent() && state.get().end().isEmpty()) {
            notes.add("The run did not end in an orderly way: journal.jsonl has no end.");
        }
        return new RunScan(
                folder.everything(),
                all,
                Files.isRegularFile(folder.environment())
                        ? Optional.of(Environment.read(folder.environment()))
                        : Optional.empty(),
                state,
                notes);
    }
}
