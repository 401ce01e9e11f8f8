package dev.lockstep.reports;

import java.util.Map;
import java.util.TreeMap;

/**
 * One cell of the line-up.
 *
 * @param row what is measured
 * @param column where
 */
public record CellKey(RowKey row, Column column) {
    /** Of an entry of JMH's JSON, with all its parameters. */
    public static CellKey of(String benchmark, String mode, Map<String, String> params, int threads) {
        Column column = Column.of(params.getOrDefault("comm", ""), params.getOrDefault("ranks", ""));
        return new CellKey(new RowKey(benchmark, mode, new TreeMap<>(params), threads), column);
    }

    @Override
    public String toString() {
        String params = row.paramText();
        return row.benchmark() + (params.isEmpty() ? "" : " (" + params + ")") + " on " + column.label();
    }
}
