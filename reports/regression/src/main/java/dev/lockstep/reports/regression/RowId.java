package dev.lockstep.reports.regression;

import dev.lockstep.reports.CellKey;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * What makes two numbers the same row of a comparison.
 *
 * @param benchmark class and method
 * @param mode JMH's short name
 * @param params all of them, {@code comm} and {@code ranks} included
 * @param threads per rank
 * @param metric a secondary metric's name; empty for the score
 */
public record RowId(String benchmark, String mode, SortedMap<String, String> params, int threads, String metric)
        implements Comparable<RowId> {
    private static final Comparator<RowId> ORDER = Comparator.comparing(RowId::benchmark)
            .thenComparing(RowId::metric)
            .thenComparing(RowId::paramText)
            .thenComparing(RowId::threads)
            .thenComparing(RowId::mode);

    /** {@code bytes=16, comm=openmpi, ranks=2}; empty when there are none. */
    public String paramText() {
        return params.entrySet().stream()
                .map(param -> param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining(", "));
    }

    /** What a configuration's patterns are looked for in: {@code a.b.C.method(bytes=16, threads=2)}. */
    public String text() {
        String inside = paramText();
        if (threads > 1) {
            inside += (inside.isEmpty() ? "" : ", ") + "threads=" + threads;
        }
        return benchmark + (inside.isEmpty() ? "" : "(" + inside + ")");
    }

    /** The cell it is a number of. */
    public CellKey cell() {
        return CellKey.of(benchmark, mode, params, threads);
    }

    /** Equal for equal rows only, and the same everywhere: random numbers are drawn from it. */
    String canonical() {
        StringBuilder text = new StringBuilder();
        field(text, benchmark);
        field(text, mode);
        field(text, String.valueOf(threads));
        field(text, metric);
        for (Map.Entry<String, String> param : params.entrySet()) {
            field(text, param.getKey());
            field(text, param.getValue());
        }
        return text.toString();
    }

    private static void field(StringBuilder text, String value) {
        text.append(value.length()).append(':').append(value);
    }

    @Override
    public int compareTo(RowId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return text() + " [" + mode + (metric.isEmpty() ? "" : ", " + metric) + "]";
    }
}
