package dev.lockstep.reports.html;

import dev.lockstep.reports.Calls;
import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.Reported;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
    private static final String WHOLE = Reported.ROUND_TRIP.stage();

    /** Known stages from left to right; others come after them. */
    private static final List<String> ORDER = List.of(
            "encode", "to-form", "to-bytes", "encode-stages", "decode", "form-of", "from-form", "decode-stages", WHOLE);

    public record Row(String name, List<Figure> figures) {}

    /**
     * A number in a table that can be sorted.
     *
     * @param text as it is shown
     * @param value to sort by; empty if there is none
     */
    public record Figure(String text, String value) {
        static Figure of(Cell cell, Unit unit) {
            return time(cell)
                    .map(time -> new Figure(
                            CellText.text(time, unit) + Names.marks(List.of(cell), Cell.Flag.ELSEWHERE),
                            String.valueOf(time.mean())))
                    .orElseGet(() -> new Figure(String.join(", ", Names.flags(cell)), ""));
        }

        /** Whole bytes. Less than half of one is what JMH itself allocates in an iteration. */
        static Figure bytes(Metric metric) {
            double bytes = metric.score();
            return new Figure(String.format(Locale.ROOT, "%,d", Math.round(bytes)), String.valueOf(bytes));
        }
    }

    /** The tables of a run, for each section with several stages. */
    static List<StageTable> of(LineUp lineUp) {
        Map<String, List<Cell>> sections = lineUp.tables().stream()
                .flatMap(table -> table.groups().stream())
                .filter(group -> group.unit().time())
                .flatMap(LineUp.Group::cells)
                .filter(cell -> !cell.reported().stage().isEmpty())
                .sorted(Comparator.comparing(StageTable::place))
                .collect(Collectors.groupingBy(
                        cell -> cell.reported().section(), LinkedHashMap::new, Collectors.toList()));
        List<StageTable> tables = new ArrayList<>();
        sections.values().forEach(cells -> section(cells, tables));
        return List.copyOf(tables);
    }

    private static void section(List<Cell> cells, List<StageTable> tables) {
        Map<String, Set<String>> stages = new TreeMap<>();
        Map<String, Set<String>> values = new TreeMap<>();
        cells.forEach(cell -> params(cell).forEach((name, value) -> {
            stages.computeIfAbsent(name, n -> new TreeSet<>())
                    .add(cell.reported().stage());
            values.computeIfAbsent(name, n -> new TreeSet<>()).add(value);
        }));
        Predicate<String> shared = name -> stages.get(name).size() > 1;
        Predicate<String> own =
                name -> stages.get(name).size() == 1 && values.get(name).size() > 1;
        Optional<String> varying = stages.keySet().stream()
                .filter(shared)
                .max(Comparator.comparing(name -> values.get(name).size()));
        varying.ifPresent(param -> cells.stream()
                .filter(cell -> params(cell).containsKey(param))
                .collect(Collectors.groupingBy(
                        cell -> Names.words(cell.reported().section())
                                + values(cell, shared.and(name -> !name.equals(param))),
                        TreeMap::new,
                        Collectors.toList()))
                .forEach((title, some) -> {
                    if (some.stream().map(Cell::reported).distinct().count() > 1) {
                        tables.add(table(title, param, some, cell -> column(cell, own), tables.size() + 1));
                    }
                }));
    }

    private static Map<String, String> params(Cell cell) {
        return cell.key().row().params();
    }

    private static int place(Cell cell) {
        int place = ORDER.indexOf(cell.reported().stage());
        return place < 0 ? ORDER.size() : place;
    }

    private static String values(Cell cell, Predicate<String> which) {
        return params(cell).entrySet().stream()
                .filter(param -> which.test(param.getKey()))
                .map(param -> ", " + param.getValue())
                .collect(Collectors.joining());
    }

    /** A stage, with what tells it from others of its name: parameters that no other stage has, and where it ran. */
    private static String column(Cell cell, Predicate<String> own) {
        Column where = cell.column();
        return words(cell.reported().stage())
                + values(cell, own)
                + (where.equals(Column.PLAIN) ? "" : ", " + where.label())
                + (cell.key().threads() > 1 ? ", " + cell.key().threads() + " threads" : "");
    }

    private static String words(String stage) {
        return stage.replace('-', ' ');
    }

    private static Optional<Launches> time(Cell cell) {
        return cell.good().map(good -> good.launches());
    }

    private static Map<String, Metric> others(Cell cell) {
        return cell.good().map(good -> good.others()).orElse(Map.of());
    }

    private static StageTable table(
            String title, String param, List<Cell> cells, Function<Cell, String> stage, int number) {
        Map<String, Map<String, Cell>> rows = new LinkedHashMap<>();
        cells.stream()
                .sorted(Comparator.comparing(StageTable::place)
                        .thenComparing(cell -> time(cell).map(Launches::mean).orElse(Double.MAX_VALUE)))
                .forEach(cell -> rows.computeIfAbsent(params(cell).get(param), name -> new HashMap<>())
                        .put(stage.apply(cell), cell));
        Map<String, List<Cell>> stages =
                cells.stream().collect(Collectors.groupingBy(stage, LinkedHashMap::new, Collectors.toList()));
        Map<String, Function<Map<String, Cell>, Optional<Figure>>> columns = new LinkedHashMap<>();
        stages.forEach((name, some) -> {
            Unit unit = CellText.unit(
                    some.stream().flatMap(cell -> time(cell).stream()).toList());
            columns.put(
                    name + ", " + unit.symbol(),
                    row -> Optional.ofNullable(row.get(name)).map(cell -> Figure.of(cell, unit)));
        });
        cells.stream()
                .flatMap(cell -> others(cell).entrySet().stream())
                .filter(metric -> metric.getValue().unit().name().equals("B")
                        && !metric.getKey().startsWith(Calls.PREFIX))
                .map(Map.Entry::getKey)
                .sorted()
                .forEach(size -> columns.put(size.replace('.', ' '), row -> bytes(row.values(), size)));
        stages.forEach((name, some) -> columns.put(
                "B allocated, " + name,
                row -> bytes(Optional.ofNullable(row.get(name)).stream().toList(), "gc.alloc.rate.norm")));
        columns.values()
                .removeIf(column ->
                        rows.values().stream().allMatch(row -> column.apply(row).isEmpty()));
        return new StageTable(
                title,
                param,
                List.copyOf(columns.keySet()),
                rows.entrySet().stream()
                        .map(row -> new Row(
                                row.getKey(),
                                columns.values().stream()
                                        .map(column ->
                                                column.apply(row.getValue()).orElse(NONE))
                                        .toList()))
                        .toList(),
                stack(title, param, cells, rows.keySet(), number),
                cells.stream().map(Cell::key).collect(Collectors.toUnmodifiableSet()));
    }

    private static Optional<Figure> bytes(Collection<Cell> cells, String metric) {
        return cells.stream()
                .flatMap(cell -> Optional.ofNullable(others(cell).get(metric)).stream())
                .findFirst()
                .map(Figure::bytes);
    }

    private static Optional<Chart> stack(String title, String param, List<Cell> cells, Set<String> rows, int number) {
        Map<String, Map<String, Cell>> byRow = new HashMap<>();
        cells.stream()
                .filter(cell -> cell.good().isPresent() && !cell.isElsewhere())
                .forEach(cell -> byRow.computeIfAbsent(params(cell).get(param), name -> new HashMap<>())
                        .putIfAbsent(cell.reported().stage(), cell));
        Map<String, Map<String, Cell>> drawn = new TreeMap<>(Comparator.comparing(ORDER::indexOf));
        rows.stream().filter(byRow::containsKey).forEach(name -> {
            List<String> pieces = new ArrayList<>(pieces(byRow.get(name).keySet(), WHOLE));
            if (pieces.size() > 1) {
                pieces.add(WHOLE);
                byRow.get(name).keySet().retainAll(pieces);
                byRow.get(name)
                        .forEach((stage, cell) -> drawn.computeIfAbsent(stage, s -> new LinkedHashMap<>())
                                .put(name, cell));
            }
        });
        if (drawn.isEmpty()) {
            return Optional.empty();
        }
        List<Cell> all =
                drawn.values().stream().flatMap(some -> some.values().stream()).toList();
        Unit unit =
                CellText.unit(all.stream().flatMap(cell -> time(cell).stream()).toList());
        List<Chart.Series> series = new ArrayList<>();
        drawn.forEach((stage, some) -> series.add(new Chart.Series(
                stage.equals(WHOLE) ? "the whole, measured" : words(stage),
                series.size(),
                stage.equals(WHOLE) ? 1 : 0,
                false,
                some.entrySet().stream()
                        .map(row -> Charts.point(row.getKey(), 0, row.getValue(), unit, Names.flags(row.getValue())))
                        .toList())));
        String benchmarks = all.stream()
                .map(cell -> Names.brief(cell.key().benchmark()).replaceFirst("\\..*", ""))
                .distinct()
                .collect(Collectors.joining(", "));
        Chart.Frame frame = new Chart.Frame(
                "stages-" + number, title + ", in stages", benchmarks, Charts.measure(unit), unit.symbol(), "");
        return Optional.of(new Chart.Stacks(frame, series));
    }

    /** The finest pieces of a stage that were measured; none if it is neither measured itself nor in all its parts. */
    private static List<String> pieces(Set<String> measured, String stage) {
        List<List<String>> parts = Reported.PARTS.getOrDefault(stage, List.of()).stream()
                .map(part -> pieces(measured, part))
                .toList();
        return !parts.isEmpty() && parts.stream().noneMatch(List::isEmpty)
                ? parts.stream().flatMap(List::stream).toList()
                : measured.contains(stage) ? List.of(stage) : List.of();
    }
}
