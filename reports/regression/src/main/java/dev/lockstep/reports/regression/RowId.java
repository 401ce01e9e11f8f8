package dev.lockstep.reports.regression;

import dev.lockstep.run.CellKey;
import java.util.Comparator;
import java.util.SortedMap;

/**
 * The identity of a row of a comparison.
 *
 * @param cell that the number is of
 * @param metric a secondary metric's name; empty for the score
 */
public record RowId(CellKey cell, String metric) implements Comparable<RowId> {
    private static final Comparator<RowId> ORDER = Comparator.comparing(RowId::benchmark)
            .thenComparing(RowId::metric)
            .thenComparing(RowId::paramText)
            .thenComparing(RowId::threads)
            .thenComparing(RowId::mode);

    /** The benchmark's class and method. */
    public String benchmark() {
        return cell.benchmark();
    }

    /** JMH's short name of the mode. */
    public String mode() {
        return cell.mode();
    }

    /** All parameters, {@code comm} and {@code ranks} included. */
    public SortedMap<String, String> params() {
        return cell.params();
    }

    /** Threads per rank. */
    public int threads() {
        return cell.threads();
    }

    /** The parameters as text, {@code bytes=16, comm=openmpi, ranks=2}; empty when there are none. */
    public String paramText() {
        return cell.paramText();
    }

    /** The text that a configuration's patterns are matched with: {@code a.b.C.method(bytes=16, threads=2)}. */
    public String text() {
        String inside = paramText();
        if (threads() > 1) {
            inside += (inside.isEmpty() ? "" : ", ") + "threads=" + threads();
        }
        return benchmark() + (inside.isEmpty() ? "" : "(" + inside + ")");
    }

    @Override
    public int compareTo(RowId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return text() + " [" + mode() + (metric.isEmpty() ? "" : ", " + metric) + "]";
    }
}
