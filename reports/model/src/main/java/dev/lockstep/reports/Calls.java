package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the ranks of a cell have called of their communicator, by MPI's function, where that was counted. Times are of one
 * operation, in microseconds.
 *
 * @param cell whose ranks
 * @param function for example {@code MPI_Isend}
 * @param calls per operation, mean over ranks
 * @param time mean over ranks
 * @param slowest of the rank that spent most
 * @param variation the standard deviation of time over ranks, by its mean
 * @param app its part of all time
 * @param mpi its part of the time in all functions
 * @param messages per operation, mean over ranks; 0 if the function has none
 * @param bytes per operation, mean over ranks
 * @param least bytes of a message
 * @param most bytes of a message
 */
public record Calls(
        Cell cell,
        String function,
        double calls,
        double time,
        double slowest,
        double variation,
        double app,
        double mpi,
        double messages,
        double bytes,
        double least,
        double most) {
    /** What the names of metrics begin with that are shown here. */
    public static final String PREFIX = "mpi.";

    private static final String APP = PREFIX + "app";
    private static final String CRC = PREFIX + "crc";
    private static final String NAME = PREFIX + "MPI_";

    /** Of all cells, those with the most time first. */
    public static List<Calls> of(LineUp lineUp) {
        return lineUp.cells().flatMap(Calls::of).toList();
    }

    private static Map<String, Metric> metrics(Cell cell) {
        return cell.good().map(Measured::others).orElse(Map.of());
    }

    private static Stream<Calls> of(Cell cell) {
        Map<String, Map<String, Double>> functions = new TreeMap<>();
        metrics(cell).forEach((name, metric) -> {
            int dot = name.lastIndexOf('.');
            if (name.startsWith(NAME) && dot > NAME.length()) {
                functions
                        .computeIfAbsent(name.substring(PREFIX.length(), dot), f -> new TreeMap<>())
                        .put(name.substring(dot + 1), metric.score());
            }
        });
        double all = functions.values().stream()
                .mapToDouble(numbers -> numbers.getOrDefault("time", 0.0))
                .sum();
        Metric app = metrics(cell).get(APP);
        return functions.entrySet().stream()
                .map(function -> of(cell, function.getKey(), function.getValue(), app == null ? 0 : app.score(), all))
                .sorted(Comparator.comparing(Calls::time).reversed());
    }

    private static Calls of(Cell cell, String function, Map<String, Double> numbers, double app, double mpi) {
        double time = numbers.getOrDefault("time", 0.0);
        return new Calls(
                cell,
                function,
                numbers.getOrDefault("calls", 0.0),
                time,
                numbers.getOrDefault("max", 0.0),
                numbers.getOrDefault("cov", 0.0),
                time / app,
                time / mpi,
                numbers.getOrDefault("messages", 0.0),
                numbers.getOrDefault("bytes", 0.0),
                numbers.getOrDefault("least", 0.0),
                numbers.getOrDefault("most", 0.0));
    }

    /** For each row whose messages have a checksum, which columns moved the same messages. */
    public static Map<CellKey, String> checksums(LineUp lineUp) {
        Map<CellKey, String> said = new LinkedHashMap<>();
        lineUp.tables().stream()
                .flatMap(table -> table.groups().stream())
                .flatMap(group -> group.rows().stream())
                .forEach(row -> {
                    Map<String, List<String>> columns = new LinkedHashMap<>();
                    row.cells()
                            .forEach((column, cell) -> checksum(cell)
                                    .ifPresent(sum -> columns.computeIfAbsent(sum, s -> new ArrayList<>())
                                            .add(column.label())));
                    if (!columns.isEmpty()) {
                        said.put(row.key(), sentence(columns));
                    }
                });
        return said;
    }

    /** Of each iteration; those that are alike are told once. Empty if no message was seen. */
    private static Optional<String> checksum(Cell cell) {
        return Optional.ofNullable(metrics(cell).get(CRC))
                .filter(sums -> of(cell).anyMatch(call -> call.messages() > 0))
                .map(sums -> sums.raw().stream()
                        .flatMap(List::stream)
                        .map(sum -> String.format(Locale.ROOT, "%08x", sum.longValue()))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(" ")));
    }

    private static String sentence(Map<String, List<String>> columns) {
        String sums = columns.entrySet().stream()
                .map(same -> String.join(", ", same.getValue()) + " " + same.getKey())
                .collect(Collectors.joining("; "));
        return (columns.size() == 1 ? "the same messages in the same order" : "not the same messages")
                + ", by the CRC-32 of an iteration: " + sums;
    }
}
