package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.placement.PlacementChoice.Layout;
import dev.lockstep.run.placement.Placements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Sorts cells into tables, groups, rows and columns, and computes the ratios. */
final class LineUpBuilder {
    /** The key of one table block: JMH keeps no two units for one benchmark, but merged files may. */
    private record GroupKey(String benchmark, String mode, String unitKind) {}

    private final Collection<Cell> cells;
    private final Map<CellKey, Unit> units = new HashMap<>();
    private final ChosenResults chosen;

    LineUpBuilder(RunData run) {
        this.chosen = run.chosen();
        this.cells = new CellAssembler(run, units).cells();
    }

    LineUp build() {
        List<LineUp.Table> tables = new ArrayList<>();
        for (boolean ranked : new boolean[] {true, false}) {
            List<Cell> some = cells.stream()
                    .filter(cell -> !cell.column().equals(Column.PLAIN) == ranked)
                    .toList();
            if (!some.isEmpty()) {
                tables.add(table(ranked, some));
            }
        }
        return new LineUp(List.copyOf(tables), cores(), chosen.sentences());
    }

    private List<LineUp.Cores> cores() {
        Map<Layout, List<Cell>> byLayout = cells.stream()
                .filter(cell -> !placed(cell).isEmpty())
                .collect(Collectors.groupingBy(Cell::layout, LinkedHashMap::new, Collectors.toList()));
        return byLayout.entrySet().stream()
                .map(layout -> {
                    Map<String, Long> counts = layout.getValue().stream()
                            .flatMap(cell -> placed(cell).stream())
                            .collect(Collectors.groupingBy(Measured.Iteration::place, Collectors.counting()));
                    Map<String, Set<String>> places = new HashMap<>();
                    layout.getValue()
                            .forEach(cell -> placed(cell)
                                    .forEach(iteration -> places.computeIfAbsent(
                                                    cell.key().comm(), comm -> new HashSet<>())
                                            .add(iteration.place())));
                    boolean moved = counts.containsKey(Placements.MOVED)
                            || places.values().stream().anyMatch(some -> some.size() > 1);
                    return new LineUp.Cores(layout.getKey(), chosen.choice().all(layout.getKey()), counts, moved);
                })
                .toList();
    }

    private static List<Measured.Iteration> placed(Cell cell) {
        return cell.measured().map(Measured::placed).orElse(List.of());
    }

    private LineUp.Table table(boolean ranked, List<Cell> some) {
        List<Column> columns = columns(some);
        Map<Column, Column> references = references(columns);
        Map<GroupKey, List<Cell>> groups = new LinkedHashMap<>();
        for (Cell cell : some) {
            groups.computeIfAbsent(groupOf(cell), key -> new ArrayList<>()).add(cell);
        }
        return new LineUp.Table(
                ranked,
                columns,
                references,
                groups.values().stream()
                        .map(group -> group(group, columns, references))
                        .toList());
    }

    /** A cell without a score goes with the cells of its benchmark that have one. */
    private GroupKey groupOf(Cell cell) {
        CellKey row = cell.key().row();
        Unit unit = units.get(cell.key());
        if (unit == null) {
            unit = cells.stream()
                    .filter(other -> other.key().benchmark().equals(row.benchmark()))
                    .filter(other -> other.key().mode().equals(row.mode()))
                    .map(other -> units.get(other.key()))
                    .filter(java.util.Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        return new GroupKey(row.benchmark(), row.mode(), unit == null ? "" : unit.kind());
    }

    private LineUp.Group group(List<Cell> group, List<Column> columns, Map<Column, Column> references) {
        Map<CellKey, Map<Column, Cell>> rows = new LinkedHashMap<>();
        group.stream()
                .sorted(Comparator.comparing((Cell cell) -> cell.key().row(), CellKey.byParams()))
                .forEach(cell -> rows.computeIfAbsent(cell.key().row(), key -> new HashMap<>())
                        .put(cell.column(), cell));
        CellKey first = group.get(0).key().row();
        return new LineUp.Group(
                first.benchmark(),
                first.mode(),
                unit(group),
                rows.entrySet().stream()
                        .map(row -> new LineUp.Row(row.getKey(), lineUp(row.getValue(), group, columns, references)))
                        .toList());
    }

    private Map<Column, Cell> lineUp(
            Map<Column, Cell> row, List<Cell> group, List<Column> columns, Map<Column, Column> references) {
        Map<Column, Cell> ordered = new LinkedHashMap<>();
        for (Column column : columns) {
            Cell cell = row.get(column);
            if (cell != null) {
                Optional<Cell> other = references.containsKey(column)
                        ? Optional.ofNullable(row.get(references.get(column)))
                        : fastestTransport(cell, group);
                ordered.put(column, cell.with(other.flatMap(one -> against(cell, one))));
            }
        }
        return java.util.Collections.unmodifiableMap(ordered);
    }

    /** The fastest of the group, in its column, that differs in nothing but its transport; empty if that is the cell itself. */
    private Optional<Cell> fastestTransport(Cell cell, List<Cell> group) {
        Unit unit = units.get(cell.key());
        if (unit == null || !cell.key().params().containsKey(CellKey.TRANSPORT)) {
            return Optional.empty();
        }
        CellKey alike = cell.key().without(CellKey.TRANSPORT);
        Comparator<Cell> byScore =
                Comparator.comparing(other -> other.good().orElseThrow().score());
        return group.stream()
                .filter(other -> other.comparable()
                        && other.key().without(CellKey.TRANSPORT).equals(alike))
                .min(unit.higherIsBetter() ? byScore.reversed() : byScore)
                .filter(other -> other != cell);
    }

    private static Optional<Cell.Against> against(Cell cell, Cell other) {
        if (!cell.comparable() || !other.comparable()) {
            return Optional.empty();
        }
        double ratio = cell.good().get().launches().ratioTo(other.good().get().launches());
        String transport =
                other.column().equals(cell.column()) ? other.key().params().getOrDefault(CellKey.TRANSPORT, "") : "";
        return Optional.of(new Cell.Against(ratio, other.column(), transport))
                .filter(against -> Double.isFinite(against.ratio()));
    }

    private Unit unit(List<Cell> group) {
        List<Double> scores = group.stream()
                .flatMap(cell -> cell.measured().stream())
                .map(Measured::score)
                .toList();
        return group.stream()
                .map(cell -> units.get(cell.key()))
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .map(unit -> unit.toShow(scores))
                .orElse(Unit.of(""));
    }

    private static List<Column> columns(List<Cell> some) {
        List<String> comms =
                some.stream().map(cell -> cell.column().comm()).distinct().toList();
        Set<Column> columns = new LinkedHashSet<>();
        some.stream()
                .map(cell -> cell.column())
                .sorted(Comparator.comparing(Column::precedence)
                        .thenComparing(column -> comms.indexOf(column.comm()))
                        .thenComparing(Column::ranks))
                .forEach(columns::add);
        return List.copyOf(columns);
    }

    private static Map<Column, Column> references(List<Column> columns) {
        Map<Column, Column> references = new LinkedHashMap<>();
        for (Column column : columns) {
            // Columns in one JVM come first, then C, so the first of as many ranks is the one to prefer.
            Column first = columns.stream()
                    .filter(other -> other.ranks() == column.ranks())
                    .findFirst()
                    .orElseThrow();
            if (!first.equals(column)) {
                references.put(column, first);
            }
        }
        return java.util.Collections.unmodifiableMap(references);
    }
}
