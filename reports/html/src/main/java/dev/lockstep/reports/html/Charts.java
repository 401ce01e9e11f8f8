package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.CostLadder;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Unit;
import dev.lockstep.reports.published.Published;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chooses the charts of a line-up: lines over every axis that there is, and bars where there is none. */
final class Charts {
    /** More bars than this cannot be read in one chart. */
    private static final int BARS = 40;

    /** A floor that is so many times below. */
    private static final int FAR = 100;

    private final LineUp lineUp;
    private final String compared;
    private final List<Published> published;
    private final Map<String, Integer> hues = new LinkedHashMap<>();
    private final List<Chart> charts = new ArrayList<>();

    private Charts(LineUp lineUp, String compared, List<Published> published) {
        this.lineUp = lineUp;
        this.compared = compared;
        this.published = published;
    }

    /** The published figures of what a chart shows. */
    List<Published> published(String benchmark, Aspect aspect, Axis axis) {
        return published.stream()
                .filter(figure -> aspect.metric()
                        .filter(metric -> figure.isOf(benchmark, metric, axis.param()))
                        .isPresent())
                .toList();
    }

    /** The parameter whose values the run compares; empty if there is none. */
    String compared() {
        return compared;
    }

    /** What some cells take without any of their costs, if they are wholes. */
    List<Cell> bases(List<Cell> cells) {
        return CostLadder.bases(lineUp, cells);
    }

    /** A chart for each axis, or bars; a benchmark whose cells are all shown elsewhere has none. */
    static List<Chart> of(RunData run, LineUp lineUp, Set<CellKey> shown, List<Published> published) {
        String compared = run.state().map(state -> state.baseline().name()).orElse("");
        Charts charts = new Charts(lineUp, compared, published);
        charts.hues.putAll(hues(lineUp));
        for (LineUp.Table table : lineUp.tables()) {
            Map<String, List<LineUp.Group>> bars = new LinkedHashMap<>();
            for (LineUp.Group group : table.groups()) {
                if (group.cells().noneMatch(cell -> cell.good().isPresent())
                        || group.cells().allMatch(cell -> shown.contains(cell.key()))) {
                    continue;
                }
                List<Axis> axes = Axis.of(LineCharts.drawn(group));
                axes.forEach(axis -> new LineCharts(charts, run.distributions(), group, axis).add());
                if (axes.isEmpty()) {
                    String family = table.ranked() ? group.benchmark() : Names.family(group.benchmark());
                    bars.computeIfAbsent(family + group.unit().kind(), key -> new ArrayList<>())
                            .add(group);
                }
            }
            bars.values().forEach(charts::bars);
        }
        return List.copyOf(charts.charts);
    }

    /** One communicator has one colour throughout the report. */
    static Map<String, Integer> hues(LineUp lineUp) {
        Map<String, Integer> hues = new LinkedHashMap<>();
        lineUp.tables().stream()
                .flatMap(table -> table.columns().stream())
                .forEach(column -> hues.putIfAbsent(column.where(), hues.size()));
        return hues;
    }

    /** Adds the next chart. */
    void add(Chart chart) {
        charts.add(chart);
    }

    /**
     * What the cores and the harness take by themselves: a cache line's way from core to core, an operation that is empty.
     * One that is far below all values says nothing of them, and would press them together.
     */
    static List<Chart.Floor> floors(List<Cell> cells, Unit unit) {
        if (!unit.time()) {
            return List.of();
        }
        double least = cells.stream()
                .flatMap(cell -> cell.good().stream())
                .mapToDouble(Measured::score)
                .min()
                .orElse(0);
        OptionalDouble line = cells.stream()
                .filter(cell -> !cell.isElsewhere())
                .flatMap(cell -> cell.good().flatMap(Measured::coreToCore).stream())
                .mapToDouble(Launches::mean)
                .min();
        OptionalDouble empty = cells.stream()
                .flatMapToDouble(cell -> cell.conditions().floorNanos().stream())
                .min();
        return Stream.of(
                        floor("a cache line from core to core", line, least, unit),
                        floor("an empty operation", empty, least, unit))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Chart.Floor> floor(String what, OptionalDouble found, double least, Unit unit) {
        return found.stream()
                .filter(nanos -> nanos > least / FAR)
                .mapToObj(nanos -> new Chart.Floor(what + ": " + Figures.three(nanos) + " ns", unit.from(nanos)))
                .findFirst();
    }

    private void bars(List<LineUp.Group> groups) {
        long count = groups.stream()
                .flatMap(LineUp.Group::cells)
                .filter(c -> c.good().isPresent())
                .count();
        if (groups.size() > 1 && count > BARS) {
            groups.forEach(group -> bars(List.of(group)));
            return;
        }
        Unit unit = shared(groups);
        List<Cell> drawn = groups.stream()
                .flatMap(LineUp.Group::cells)
                .filter(cell -> cell.good().isPresent())
                .limit(BARS)
                .toList();
        LineNames.Shared rows = new LineNames.Shared(
                drawn.stream().map(cell -> cell.key().row()).toList());
        String how = Names.how(drawn);
        List<Chart.Series> bars = drawn.stream()
                .map(cell -> bar(cell, unit, rows, how, groups.size() > 1))
                .toList();
        String first = groups.get(0).benchmark();
        String title = Names.joined(groups.size() > 1 ? Names.family(first) : Names.title(first), rows.text(), how);
        String note = count > BARS ? "The first " + BARS + " of " + count + " are drawn; all are in the line-up." : "";
        charts.add(new Chart.Bars(frame(title, measure(unit), groups, unit, note, cell -> false), bars));
    }

    private Chart.Series bar(Cell cell, Unit unit, LineNames.Shared rows, String how, boolean manyMethods) {
        String method = Names.method(cell.key().benchmark());
        Column column = cell.column();
        String name = Names.joined(
                manyMethods ? method : "",
                rows.own(cell.key().row()),
                column.equals(Column.PLAIN) ? "" : column.label());
        String label = (name.isEmpty() ? method : name) + marks(List.of(cell), how);
        return new Chart.Series(
                label, hue(column.where()), 0, cell.conditions().oversubscribed(), List.of(point(cell, unit, label)));
    }

    /** What stands behind the name of a line or bar; without what the chart's title says of all. */
    static String marks(List<Cell> cells, String how) {
        return Names.marks(cells, Cell.Flag.EMULATED, Cell.Flag.ELSEWHERE).replace(" (" + how + ")", "");
    }

    private static Unit shared(List<LineUp.Group> groups) {
        List<Double> scores = groups.stream()
                .flatMap(LineUp.Group::cells)
                .flatMap(cell -> cell.good().stream())
                .map(Measured::score)
                .toList();
        return groups.get(0).unit().toShow(scores);
    }

    private Chart.Point point(Cell cell, Unit unit, String label) {
        return point(label, cell.key().size().orElse(0L), cell, unit, facts(cell, unit));
    }

    /** What a tooltip says of a cell besides its score. */
    List<String> facts(Cell cell, Unit unit) {
        List<String> facts = new ArrayList<>();
        facts.add("forks: " + CellText.forks(cell, unit) + ", n = " + CellText.count(cell));
        CellText.slowestRank(cell)
                .ifPresent(slowest -> facts.add("slowest batch mean: " + Figures.three(unit.from(slowest))));
        if (!CellText.remarks(cell).isEmpty()) {
            facts.add(CellText.remarks(cell));
        }
        cell.against()
                .map(other -> other.transport().isEmpty() ? " " + other.column().label() : "")
                .ifPresent(column -> facts.add(CellText.ratio(cell) + column));
        facts.addAll(Names.flags(cell));
        return facts;
    }

    static Chart.Point point(String label, double x, Cell cell, Unit unit, List<String> facts) {
        Measured measured = cell.good().orElseThrow();
        String error = CellText.error(cell, unit);
        return new Chart.Point(
                label,
                x,
                unit.from(measured.score()),
                unit.from(measured.spread().low()),
                unit.from(measured.spread().high()),
                measured.forkMeans().stream().map(unit::from).toList(),
                CellText.score(cell, unit) + (error.isEmpty() ? "" : " " + error) + " " + unit.symbol(),
                facts);
    }

    /** The texts around the next chart; cells that have a mark there instead of a number are not missing. */
    Chart.Frame frame(
            String title, String measure, List<LineUp.Group> groups, Unit unit, String note, Predicate<Cell> marked) {
        long failed = groups.stream()
                .flatMap(LineUp.Group::cells)
                .filter(cell -> cell.good().isEmpty())
                .filter(marked.negate())
                .count();
        String missing =
                failed == 0 ? "" : failed + (failed == 1 ? " cell" : " cells") + " without a number: not drawn.";
        String names = groups.stream().map(LineUp.Group::benchmark).collect(Collectors.joining(", "));
        return new Chart.Frame(
                "chart-" + (charts.size() + 1), title, names, measure, unit.symbol(), (note + " " + missing).strip());
    }

    static String measure(Unit unit) {
        if (unit.time()) {
            return "time per operation";
        }
        return unit.higherIsBetter() ? "throughput (higher is better)" : "score";
    }

    /** A communicator's colour. */
    int hue(String where) {
        return hues.computeIfAbsent(where, name -> hues.size());
    }
}
