package dev.lockstep.comm.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The outcomes that the ranks of one launch wrote: a file for each rank, so that a rank that dies takes no other's
 * words along, with lines of verdict, clause and reason between tabs.
 *
 * @param lines by rank
 */
record Outcomes(List<List<String>> lines) {
    private static final String PASSED = "passed";
    private static final String FAILED = "failed";

    /** Called in a rank. */
    static void passed(Path folder, int rank, String clause) throws IOException {
        append(folder, rank, PASSED + "\t" + clause);
    }

    /** Called in a rank. */
    static void failed(Path folder, int rank, String clause, String reason) throws IOException {
        append(folder, rank, FAILED + "\t" + clause + "\t" + reason.replaceAll("\\s+", " "));
    }

    static Outcomes read(Path folder, int ranks) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            Path file = file(folder, rank);
            lines.add(Files.exists(file) ? Files.readAllLines(file) : List.of());
        }
        return new Outcomes(lines);
    }

    boolean allPassed(String clause) {
        return lines.stream().allMatch(rank -> rank.contains(PASSED + "\t" + clause));
    }

    /** The ranks that failed, and why; empty if none says so. */
    Optional<String> failure(String clause) {
        String prefix = FAILED + "\t" + clause + "\t";
        String all = IntStream.range(0, lines.size())
                .boxed()
                .flatMap(rank -> lines.get(rank).stream()
                        .filter(line -> line.startsWith(prefix))
                        .map(line -> "rank " + rank + ": " + line.substring(prefix.length())))
                .collect(Collectors.joining("; "));
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    /** The ranks that wrote nothing about a clause. */
    String missing(String clause) {
        return IntStream.range(0, lines.size())
                .filter(rank -> !lines.get(rank).contains(PASSED + "\t" + clause))
                .mapToObj(rank -> "rank " + rank)
                .collect(Collectors.joining(", "));
    }

    private static void append(Path folder, int rank, String line) throws IOException {
        Files.writeString(file(folder, rank), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static Path file(Path folder, int rank) {
        return folder.resolve("rank-" + rank + ".txt");
    }
}
