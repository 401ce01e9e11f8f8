package dev.lockstep.reports.foreign;

import dev.lockstep.reports.Unit;
import java.util.Map;
import java.util.SortedMap;

/**
 * A number that another tool printed.
 *
 * @param benchmark the tool's name and its own, with a dot between
 * @param params what it was run with
 * @param n operations it is the mean of; 0 when not printed
 * @param value the number
 * @param others further numbers of the same line, by name
 */
record ForeignRow(String benchmark, SortedMap<String, String> params, long n, Value value, Map<String, Value> others) {
    /** A number with its unit, as JMH would name it. */
    record Value(double score, String unit) {
        static Value micros(double score) {
            return new Value(score, "us/op");
        }

        static Value megabytes(double score) {
            return new Value(score, "MB/s");
        }
    }

    /** JMH's short name of the mode: a time is that of a single shot of n operations. */
    String mode() {
        return Unit.of(value.unit()).time() ? "ss" : "thrpt";
    }
}
