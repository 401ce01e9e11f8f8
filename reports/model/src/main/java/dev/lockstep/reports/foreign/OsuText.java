package dev.lockstep.reports.foreign;

import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.MetricNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of OSU Micro-Benchmarks: a title, a heading, a line per size. They do not say how many processes ran; the
 * score is "Avg Latency", the mean over ranks, where there are several.
 */
final class OsuText extends ForeignText {
    private static final Pattern TITLE =
            Pattern.compile("#?\\s*OSU (?:MPI[ -])?(.+?)(?: Test)?\\s*(?:v[\\d.]+|\\(Version [\\d.]+\\))?");
    private static final Pattern COLUMN = Pattern.compile(
            "Size|Iterations|MB/s|Messages/s|([A-Z][A-Za-z0-9.]*(?: [A-Z][A-Za-z0-9.]*)*) ?\\((us|MB/s|%)\\)");

    private final String ranks;
    private String benchmark = "";
    private List<String> columns = List.of();

    OsuText(Path file, String ranks) {
        super(file, "OSU Micro-Benchmarks");
        this.ranks = ranks;
    }

    @Override
    void heading(String text) {
        Matcher title = TITLE.matcher(text);
        if (title.matches()) {
            benchmark = title.group(1).replaceAll("[^A-Za-z0-9]", "");
            columns = List.of();
        } else if (text.startsWith("#")) {
            List<String> found = new ArrayList<>();
            COLUMN.matcher(text).results().forEach(column -> found.add(column.group()));
            columns = found.isEmpty() ? columns : found;
        }
    }

    @Override
    ForeignRow row(String[] fields) throws InvalidInputException {
        if (benchmark.isEmpty() || columns.isEmpty()) {
            throw wrong("a title \"# OSU ... Test\" and a heading before the numbers", String.join(" ", fields));
        }
        if (fields.length != columns.size()) {
            throw wrong(columns.size() + " columns: " + String.join(", ", columns), fields.length + " columns");
        }
        String bytes = "";
        long n = 0;
        ForeignRow.Value score = null;
        Map<String, ForeignRow.Value> others = new TreeMap<>();
        for (int i = 0; i < fields.length; i++) {
            String column = columns.get(i);
            double number = number(fields[i]);
            if (column.equals("Size")) {
                bytes = fields[i];
            } else if (column.equals("Iterations")) {
                n = (long) number;
            } else if (score == null) {
                score = value(column, number);
            } else {
                others.put(metric(column), value(column, number));
            }
        }
        if (score == null) {
            throw wrong("a column of times or rates", String.join(", ", columns));
        }
        return new ForeignRow("osu." + benchmark, params("osu", bytes, ranks), n, score, others);
    }

    private static ForeignRow.Value value(String column, double number) {
        if (column.endsWith("(us)")) {
            return ForeignRow.Value.micros(number);
        }
        if (column.endsWith("MB/s)") || column.equals("MB/s")) {
            return ForeignRow.Value.megabytes(number);
        }
        return new ForeignRow.Value(number, column.equals("Messages/s") ? "messages/s" : "%");
    }

    private static String metric(String column) {
        String name = column.replaceFirst(" ?\\(.*", "");
        return switch (name) {
            case "Min Latency" -> MetricNames.FASTEST;
            case "Max Latency" -> MetricNames.SLOWEST;
            default -> name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", ".");
        };
    }
}
