package dev.lockstep.reports.foreign;

import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.MetricNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of Intel MPI Benchmarks: a section per benchmark and number of processes, a heading that names the
 * columns. The score is {@code t_avg}, the mean over processes, where there is one.
 */
final class ImbText extends ForeignText {
    private static final Pattern NAME = Pattern.compile("# Benchmarking (\\S+).*");
    private static final Pattern PROCESSES = Pattern.compile("# #processes = (\\d+).*");
    private static final List<String> SCORES = List.of("t_avg[usec]", "t[usec]", "t_ovrl[usec]", "Mbytes/sec");

    private String benchmark = "";
    private String ranks = "";
    private List<String> columns = List.of();

    ImbText(Path file) {
        super(file, "Intel MPI Benchmarks");
    }

    @Override
    void heading(String text) {
        Matcher name = NAME.matcher(text);
        Matcher processes = PROCESSES.matcher(text);
        if (name.matches()) {
            benchmark = name.group(1);
            ranks = "";
            columns = List.of();
        } else if (processes.matches()) {
            ranks = processes.group(1);
        } else if (text.startsWith("#bytes") || text.startsWith("#repetitions")) {
            columns = List.of(text.split("\\s+"));
        }
    }

    @Override
    ForeignRow row(String[] fields) throws InvalidInputException {
        if (benchmark.isEmpty() || columns.isEmpty()) {
            throw wrong("\"# Benchmarking\" and a heading before the numbers", String.join(" ", fields));
        }
        if (fields.length != columns.size()) {
            throw wrong(columns.size() + " columns: " + String.join(" ", columns), fields.length + " columns");
        }
        Map<String, ForeignRow.Value> values = new TreeMap<>();
        String bytes = "";
        long n = 0;
        for (int i = 0; i < fields.length; i++) {
            switch (columns.get(i)) {
                case "#bytes" -> bytes = fields[i];
                case "#repetitions" -> n = (long) number(fields[i]);
                default -> values.put(columns.get(i), value(columns.get(i), number(fields[i])));
            }
        }
        List<String> scores = new ArrayList<>(SCORES);
        scores.retainAll(values.keySet());
        if (scores.isEmpty()) {
            throw wrong("a column that is one of " + String.join(", ", SCORES), String.join(" ", columns));
        }
        ForeignRow.Value score = values.remove(scores.get(0));
        Map<String, ForeignRow.Value> others = new TreeMap<>();
        values.forEach((column, value) -> others.put(metric(column), value));
        return new ForeignRow("imb." + benchmark, params("imb", bytes, ranks), n, score, others);
    }

    private static ForeignRow.Value value(String column, double number) {
        if (column.endsWith("[usec]")) {
            return ForeignRow.Value.micros(number);
        }
        boolean rate = column.equals("Mbytes/sec");
        return rate
                ? ForeignRow.Value.megabytes(number)
                : new ForeignRow.Value(number, column.replaceAll(".*\\[|\\]", ""));
    }

    private static String metric(String column) {
        return switch (column) {
            case "t_min[usec]" -> MetricNames.FASTEST;
            case "t_max[usec]" -> MetricNames.SLOWEST;
            case "Mbytes/sec" -> "bandwidth";
            default -> column.replaceFirst("\\[.*", "");
        };
    }
}
