package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.placement.PlacementChoice.Layout;
import dev.lockstep.run.placement.Placements.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The same benchmark in one JVM and in ranks, side by side.
 *
 * @param tables one for benchmarks that have ranks, one for those that have none; neither is empty
 * @param cores where they were, for each layout that was probed
 * @param chosen sentences that say which placement the numbers are of, where there were several
 */
public record LineUp(List<Table> tables, List<Cores> cores, List<String> chosen) {
    /**
     * Where the cores of a layout were.
     *
     * @param layout which
     * @param placements the nearest first
     * @param counts how many iterations each place had, by name; those of which nothing is known are not among them
     * @param moved whether a communicator had more than one place; ranks of different ones may be bound to different cores
     */
    public record Cores(Layout layout, List<Placement> placements, Map<String, Long> counts, boolean moved) {
        /** The share of the iterations that were there, of those whose place is known. */
        public double share(String place) {
            long all = counts.values().stream().mapToLong(Long::longValue).sum();
            return counts.getOrDefault(place, 0L) / (double) all;
        }
    }

    /**
     * Rows that share their columns.
     *
     * @param ranked whether its benchmarks run in ranks
     * @param columns in one JVM first, by rank count, then each communicator in the order it first appears
     * @param references what the ratios of a column are to. Only ever a column of as many ranks, since a different
     *     number of ranks is different work: one JVM if it is there, else C, else the first; no entry when there is
     *     none
     * @param groups its rows, by benchmark
     */
    public record Table(boolean ranked, List<Column> columns, Map<Column, Column> references, List<Group> groups) {
        /** The column that a column's ratios are to. */
        public Optional<Column> reference(Column column) {
            return Optional.ofNullable(references.get(column));
        }
    }

    /**
     * The rows of one benchmark.
     *
     * @param benchmark class and method
     * @param mode JMH's short name
     * @param unit in which all its numbers are to be shown
     * @param rows by parameters
     */
    public record Group(String benchmark, String mode, Unit unit, List<Row> rows) {
        public Stream<Cell> cells() {
            return rows.stream().flatMap(row -> row.cells().values().stream());
        }
    }

    /**
     * One set of parameters.
     *
     * @param key which
     * @param cells by column, in their order
     */
    public record Row(CellKey key, Map<Column, Cell> cells) {
        /** How the work of all its cells is done; empty if nothing is said, or not the same of all. */
        public String how() {
            List<String> all = cells.values().stream()
                    .map(cell -> cell.conditions().how())
                    .distinct()
                    .toList();
            return all.size() == 1 ? all.get(0) : "";
        }

        /** The cell of that column; not every row has every column. */
        public Optional<Cell> cell(Column column) {
            return Optional.ofNullable(cells.get(column));
        }
    }

    /** Lines up a run. */
    public static LineUp of(RunData run) {
        return run.lineUp();
    }

    /** All rows' cells, in the order they are shown. */
    public Stream<Cell> cells() {
        return tables.stream().flatMap(table -> table.groups().stream()).flatMap(Group::cells);
    }

    /** The number of cells with a flag. */
    public long count(Cell.Flag flag) {
        return cells().filter(cell -> cell.flags().contains(flag)).count();
    }

    /** The number of cells that ended well. */
    public long countOk() {
        return cells().filter(cell -> cell.good().isPresent()).count();
    }

    /** The kinds of error bar that appear. */
    public List<Spread.Kind> spreads() {
        return cells().flatMap(cell -> cell.good().stream())
                .map(measured -> measured.spread().kind())
                .distinct()
                .sorted()
                .toList();
    }
}
