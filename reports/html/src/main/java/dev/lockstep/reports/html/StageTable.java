package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.Reported;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stages of some work beside each other: a row for each value of the parameter that varies, a column for each stage,
 * then the sizes that were measured, and what each stage allocates.
 *
 * @param title the section, and what all rows have in common
 * @param param that varies: of those that several stages have, the one with the most values
 * @param columns the names of all but the first
 * @param rows by the time of the first stage
 * @param stack stages on top of each other; empty if none add up
 * @param cells those that it shows
 */
public record StageTable(
        String title, String param, List<String> columns, List<Row> rows, Optional<Chart> stack, Set<CellKey> cells) {
    private static final Figure NONE = new Figure("–", "");

    /** Known stages from left to right; others come after them. */
    private static final List<String> ORDER = List.of(
            "encode",
            "to-form",
            "to-bytes",
            "encode-stages",
            "decode",
            "form-of",
            "from-form",
            "decode-stages",
            "round-trip");

    /** What the pieces of a stack may add up to. */
    private static final List<String> WHOLES = List.of("round-trip", "encode", "decode");

    public record Row(String name, List<Figure> figures) {}

    /**
     * A number in a table that can be sorted.
     *
     * @param text as it is shown
     * @param value to sort by; empty if there is none
     */
    public record Figure(String text, String value) {
        /** Whole bytes. Less than half of one is what JMH itself allocates in an iteration. */
        static Figure bytes(Metric metric) {
            return new Figure(
                    String.format(Locale.ROOT, "%,d", Math.round(metric.score())), String.valueOf(metric.score()));
        }
    }

    /** A stage, with what tells it from others of its name: where it ran, and parameters that no other stage has. */
    private record Stage(String name, String more) {
        int place() {
            return ORDER.contains(name) ? ORDER.indexOf(name) : ORDER.size();
        }

        @Override
        public String toString() {
            return name.replace('-', ' ') + more;
        }
    }

    /** The tables of a run, for each section with several stages. */
    static List<StageTable> of(LineUp lineUp) {
        Map<String, List<Cell>> sections = lineUp.tables().stream()
                .flatMap(table -> table.groups().stream())
                .filter(group -> group.unit().time())
                .flatMap(LineUp.Group::cells)
                .filter(cell -> !cell.reported().stage().isEmpty())
                .collect(Collectors.groupingBy(
                        cell -> cell.reported().section(), LinkedHashMap::new, Collectors.toList()));
        List<StageTable> tables = new ArrayList<>();
        sections.values().forEach(cells -> section(cells, tables));
        return List.copyOf(tables);
    }

    private static void section(List<Cell> cells, List<StageTable> tables) {
        Map<String, Set<String>> stages = new TreeMap<>();
        Map<String, Set<String>> values = new TreeMap<>();
        cells.forEach(cell -> cell.key().row().params().forEach((name, value) -> {
            stages.computeIfAbsent(name, n -> new TreeSet<>())
                    .add(cell.reported().stage());
            values.computeIfAbsent(name, n -> new TreeSet<>()).add(value);
        }));
        List<String> shared = stages.keySet().stream()
                .filter(name -> stages.get(name).size() > 1)
                .toList();
        Optional<String> varying = shared.stream()
                .max(Comparator.comparing(name -> values.get(name).size()));
        Map<String, Map<String, Map<Stage, Cell>>> byTitle = new LinkedHashMap<>();
        cells.stream()
                .filter(cell -> varying.filter(cell.key().params()::containsKey).isPresent())
                .forEach(cell -> {
                    StringBuilder title =
                            new StringBuilder(Names.words(cell.reported().section()));
                    StringBuilder more = new StringBuilder();
                    cell.key().row().params().forEach((name, value) -> {
                        if (!name.equals(varying.get())
                                && (shared.contains(name) || values.get(name).size() > 1)) {
                            (shared.contains(name) ? title : more).append(", ").append(value);
                        }
                    });
                    more.append(
                            cell.column().equals(Column.PLAIN)
                                    ? ""
                                    : ", " + cell.column().label());
                    more.append(cell.key().threads() > 1 ? ", " + cell.key().threads() + " threads" : "");
                    byTitle.computeIfAbsent(title.toString(), t -> new TreeMap<>())
                            .computeIfAbsent(cell.key().params().get(varying.get()), v -> new LinkedHashMap<>())
                            .put(new Stage(cell.reported().stage(), more.toString()), cell);
                });
        byTitle.forEach((title, rows) -> {
            List<Stage> columns = rows.values().stream()
                    .flatMap(row -> row.keySet().stream())
                    .distinct()
                    .sorted(Comparator.comparing(Stage::place))
                    .toList();
            if (columns.stream().map(Stage::name).distinct().count() > 1) {
                tables.add(table(title, varying.orElseThrow(), columns, rows, tables.size() + 1));
            }
        });
    }

    private static StageTable table(
            String title, String param, List<Stage> stages, Map<String, Map<Stage, Cell>> cells, int number) {
        Map<String, List<Figure>> rows = new LinkedHashMap<>();
        cells.entrySet().stream()
                .sorted(Comparator.comparing(row ->
                        time(row.getValue(), stages.get(0)).map(Launches::mean).orElse(Double.MAX_VALUE)))
                .forEach(row -> rows.put(row.getKey(), new ArrayList<>()));
        List<String> columns = new ArrayList<>();
        for (Stage stage : stages) {
            Unit unit = CellText.unit(cells.values().stream()
                    .flatMap(row -> time(row, stage).stream())
                    .toList());
            columns.add(stage + ", " + unit.symbol());
            rows.forEach((name, figures) -> figures.add(time(cells.get(name), stage)
                    .map(time -> new Figure(CellText.text(time, unit), String.valueOf(time.mean())))
                    .or(() -> Optional.ofNullable(cells.get(name).get(stage))
                            .map(cell -> new Figure(String.join(", ", Names.flags(cell)), "")))
                    .orElse(NONE)));
        }
        Set<String> sizes = new TreeSet<>();
        cells.values().stream()
                .flatMap(row -> row.values().stream())
                .forEach(cell -> others(cell)
                        .forEach((name, metric) ->
                                sizes.addAll(metric.unit().name().equals("B") ? List.of(name) : List.of())));
        for (String size : sizes) {
            columns.add(size.replace('.', ' '));
            rows.forEach((name, figures) -> figures.add(cells.get(name).values().stream()
                    .flatMap(cell -> Optional.ofNullable(others(cell).get(size)).stream())
                    .findFirst()
                    .map(Figure::bytes)
                    .orElse(NONE)));
        }
        for (Stage stage : stages) {
            Map<String, Metric> allocated = new TreeMap<>();
            cells.forEach((name, row) -> Optional.ofNullable(row.get(stage))
                    .map(cell -> others(cell).get("gc.alloc.rate.norm"))
                    .ifPresent(metric -> allocated.put(name, metric)));
            if (!allocated.isEmpty()) {
                columns.add("B allocated, " + stage);
                rows.forEach((name, figures) -> figures.add(Optional.ofNullable(allocated.get(name))
                        .map(Figure::bytes)
                        .orElse(NONE)));
            }
        }
        return new StageTable(
                title,
                param,
                List.copyOf(columns),
                rows.entrySet().stream()
                        .map(row -> new Row(row.getKey(), row.getValue()))
                        .toList(),
                stack(title, rows.keySet(), cells, number),
                cells.values().stream()
                        .flatMap(row -> row.values().stream())
                        .map(Cell::key)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private static Optional<Launches> time(Map<Stage, Cell> row, Stage stage) {
        return Optional.ofNullable(row.get(stage)).flatMap(Cell::good).map(good -> good.launches());
    }

    private static Map<String, Metric> others(Cell cell) {
        return cell.good().map(good -> good.others()).orElse(Map.of());
    }

    private static Optional<Chart> stack(
            String title, Iterable<String> names, Map<String, Map<Stage, Cell>> cells, int number) {
        Map<String, Map<String, Cell>> pieces = new TreeMap<>(Comparator.comparing(ORDER::indexOf));
        Map<String, Cell> wholes = new LinkedHashMap<>();
        for (String name : names) {
            Map<Stage, Cell> row = cells.get(name);
            WHOLES.stream()
                    .filter(whole -> pieces(row, whole).size() > 1)
                    .findFirst()
                    .ifPresent(whole -> {
                        pieces(row, whole)
                                .forEach(piece -> pieces.computeIfAbsent(piece, p -> new LinkedHashMap<>())
                                        .put(name, good(row, piece).orElseThrow()));
                        good(row, whole).ifPresent(cell -> wholes.put(name, cell));
                    });
        }
        if (pieces.isEmpty()) {
            return Optional.empty();
        }
        List<Cell> drawn = Stream.concat(pieces.values().stream(), Stream.of(wholes))
                .flatMap(some -> some.values().stream())
                .toList();
        Unit unit = CellText.unit(
                drawn.stream().map(cell -> cell.good().orElseThrow().launches()).toList());
        List<Chart.Series> series = new ArrayList<>();
        pieces.forEach((piece, of) -> series.add(series(piece.replace('-', ' '), series.size(), 0, of, unit)));
        if (!wholes.isEmpty()) {
            series.add(series("the whole, measured", series.size(), 1, wholes, unit));
        }
        String benchmarks = drawn.stream()
                .map(cell -> Names.brief(cell.key().benchmark()).replaceFirst("\\..*", ""))
                .distinct()
                .collect(Collectors.joining(", "));
        return Optional.of(new Chart.Stacks(
                new Chart.Frame(
                        "stages-" + number, title + ", in stages", benchmarks, Charts.measure(unit), unit.symbol(), ""),
                series));
    }

    /** The finest pieces of a stage that were measured; none if it is neither measured itself nor in all its parts. */
    private static List<String> pieces(Map<Stage, Cell> row, String stage) {
        List<List<String>> parts = Reported.PARTS.getOrDefault(stage, List.of()).stream()
                .map(part -> pieces(row, part))
                .toList();
        if (!parts.isEmpty() && parts.stream().noneMatch(List::isEmpty)) {
            return parts.stream().flatMap(List::stream).toList();
        }
        return good(row, stage).isPresent() ? List.of(stage) : List.of();
    }

    private static Optional<Cell> good(Map<Stage, Cell> row, String stage) {
        return row.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(stage))
                .map(Map.Entry::getValue)
                .filter(cell -> cell.good().isPresent())
                .findFirst();
    }

    private static Chart.Series series(String name, int hue, int shape, Map<String, Cell> cells, Unit unit) {
        List<Chart.Point> points = new ArrayList<>();
        cells.forEach((label, cell) -> points.add(Charts.point(label, 0, cell, unit, Names.flags(cell))));
        return new Chart.Series(name, hue, shape, false, points);
    }
}
