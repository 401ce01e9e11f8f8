package dev.lockstep.reports;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run compared within itself: cells whose {@code name} has the value {@code value} are the base of those that differ from them in {@code name} only.
 * Launches 2k-1 and 2k of a base enclose launch k of the others.
 *
 * @param name {@code comm}, {@code ranks}, {@code threads} or a benchmark's parameter
 * @param value of the base
 */
public record Versus(String name, String value) {
    /** The value that a cell has; empty when what is compared does not exist there. */
    public Optional<String> valueIn(CellKey cell) {
        Column column = cell.column();
        return switch (name) {
            case "comm" -> Optional.of(column.comm()).filter(comm -> !comm.isEmpty());
            case "ranks" -> Optional.of(column.ranks()).filter(n -> n > 0).map(String::valueOf);
            case "threads" -> Optional.of(String.valueOf(cell.row().threads()));
            default -> Optional.ofNullable(cell.row().params().get(name));
        };
    }

    /** Whether others are compared with this cell. */
    public boolean isBase(CellKey cell) {
        return valueIn(cell).filter(value::equals).isPresent();
    }

    /** The cell without what is compared: equal for a base and those that are compared with it. */
    public CellKey common(CellKey cell) {
        RowKey row = cell.row();
        Column column = cell.column();
        return switch (name) {
            case "comm" -> new CellKey(row, new Column("", column.ranks()));
            case "ranks" -> new CellKey(row, new Column(column.comm(), 0));
            case "threads" -> new CellKey(new RowKey(row.benchmark(), row.mode(), row.params(), 0), column);
            default ->
                new CellKey(new RowKey(row.benchmark(), row.mode(), without(row.params()), row.threads()), column);
        };
    }

    private SortedMap<String, String> without(SortedMap<String, String> params) {
        SortedMap<String, String> others = new TreeMap<>(params);
        others.remove(name);
        return others;
    }

    @Override
    public String toString() {
        return name + "=" + value;
    }
}
