package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.Distribution;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Unit;
import dev.lockstep.reports.published.Published;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The cells of one benchmark as lines over an axis. Over the message size they are scores; over a load, such as threads or a
 * rate, also what gets done in all, and how long one operation of a hundred takes.
 */
final class LineCharts {
    /** Of each message to its answer, where an operation has many. */
    private static final String POINT_TO_POINT = "pointToPoint";

    private final Charts charts;
    private final Map<CellKey, Distribution> distributions;
    private final LineUp.Group group;
    private final Axis axis;
    private final Map<CellKey, List<Cell>> lines;
    private final LineNames names;
    private final Map<String, Integer> own = new HashMap<>();

    LineCharts(Charts charts, Map<CellKey, Distribution> distributions, LineUp.Group group, Axis axis) {
        this.charts = charts;
        this.distributions = distributions;
        this.group = group;
        this.axis = axis;
        this.lines = axis.lines(drawn(group));
        this.names = new LineNames(lines.keySet(), charts.compared());
    }

    /** The cells that lines have a place for. */
    static List<Cell> drawn(LineUp.Group group) {
        return group.cells()
                .filter(cell -> cell.good().isPresent() || RateSweep.isMissed(cell))
                .toList();
    }

    /** Adds the charts, those of the same lines one after the other. */
    void add() {
        Map<String, Map<CellKey, List<Cell>>> parts = new LinkedHashMap<>();
        lines.forEach((line, cells) -> parts.computeIfAbsent(names.title(line), title -> new LinkedHashMap<>())
                .put(line, cells));
        parts.forEach((title, part) -> aspects().forEach(aspect -> add(title, part, aspect)));
    }

    private List<Aspect> aspects() {
        List<Aspect> aspects = new ArrayList<>();
        Unit unit = group.unit();
        boolean clients = group.cells().allMatch(Cell::hasClients);
        boolean loads = axis == Axis.Count.THREADS || axis == Axis.Count.RANKS && clients;
        // Where some ranks serve, or come at times of their own, the score is no share of a second.
        boolean work = clients
                || group.cells()
                        .allMatch(cell ->
                                cell.continuous() && cell.conditions().scored().isEmpty());
        if (loads && unit.time() && work) {
            aspects.add(Aspect.together(clients));
        }
        aspects.add(Aspect.score(unit, cell -> charts.facts(cell, unit)));
        if (group.cells().anyMatch(LineCharts::hasPings)) {
            aspects.add(Aspect.other(POINT_TO_POINT, unit));
        }
        if (!axis.equals(Axis.SIZE)) {
            aspects.add(Aspect.tail(distributions, unit.time() ? unit : Unit.of("ns/op"), clients));
        }
        return aspects;
    }

    private static boolean hasPings(Cell cell) {
        return cell.good()
                .filter(good -> good.others().containsKey(POINT_TO_POINT))
                .isPresent();
    }

    private void add(String title, Map<CellKey, List<Cell>> part, Aspect aspect) {
        boolean scores = aspect.title().isEmpty();
        List<Integer> ranks = part.keySet().stream()
                .map(line -> Column.of(line).ranks())
                .distinct()
                .sorted()
                .toList();
        List<Chart.Series> series = new ArrayList<>();
        List<RateSweep> sweeps = new ArrayList<>();
        List<Cell> all = part.values().stream().flatMap(List::stream).toList();
        String how = Names.how(all);
        part.forEach((line, cells) -> {
            String name = names.name(line) + Charts.marks(cells, how);
            boolean oversubscribed =
                    cells.stream().anyMatch(cell -> cell.conditions().oversubscribed());
            int shape = ranks.indexOf(Column.of(line).ranks());
            aspect.points(cells, axis).stream()
                    .filter(points -> scores || !points.isEmpty())
                    .forEach(points -> series.add(new Chart.Series(name, hue(line), shape, oversubscribed, points)));
            if (axis.equals(Axis.RATE)) {
                sweeps.add(RateSweep.of(name, names.subject(line, part.size() == 1), cells));
            }
        });
        if (scores) {
            axis.lines(charts.bases(all)).forEach((line, bases) -> series.add(base(line, bases, how, aspect, ranks)));
        }
        if (series.stream().allMatch(one -> one.points().isEmpty())) {
            return;
        }
        List<Published> published = charts.published(group.benchmark(), aspect, axis);
        List<Chart.Series> others = published.stream()
                .flatMap(figure -> lines(figure, aspect.unit()))
                .toList();
        charts.add(new Chart.Lines(
                charts.frame(
                        Names.joined(title, how, aspect.title()),
                        aspect.measure(),
                        List.of(group),
                        aspect.unit(),
                        note(published),
                        sweeps.isEmpty() ? cell -> false : RateSweep::isMissed),
                scale(all, others),
                series,
                axis.equals(Axis.SIZE) ? Charts.floors(all, aspect.unit()) : List.of(),
                sweeps.stream().flatMap(sweep -> sweep.knee().stream()).toList(),
                sweeps.stream().flatMap(RateSweep::misses).toList(),
                others,
                scores ? RateSweep.sentence(sweeps) : aspect.sentence()));
    }

    /** Of wholes that are drawn: they take no less. */
    private Chart.Series base(CellKey line, List<Cell> cells, String how, Aspect aspect, List<Integer> ranks) {
        Column column = Column.of(line);
        String transport = line.params().getOrDefault(CellKey.TRANSPORT, column.label());
        String name = Names.title(line.benchmark()) + Names.BETWEEN + transport + Charts.marks(cells, how);
        return new Chart.Series(
                name,
                names.alike() ? charts.hue(name) : own.computeIfAbsent(name, key -> own.size()),
                ranks.indexOf(column.ranks()),
                cells.stream().anyMatch(cell -> cell.conditions().oversubscribed()),
                aspect.points(cells, axis).get(0));
    }

    private int hue(CellKey line) {
        return names.alike()
                ? charts.hue(Column.of(line).where())
                : own.computeIfAbsent(names.name(line), name -> own.size());
    }

    private Stream<Chart.Series> lines(Published figure, Unit unit) {
        return figure.series().entrySet().stream()
                .map(line -> new Chart.Series(
                        figure.paper() + ": " + line.getKey(),
                        0,
                        0,
                        false,
                        line.getValue().stream()
                                .map(point -> published(point.get(0), figure.in(unit, point.get(1)), unit))
                                .toList()));
    }

    private Chart.Point published(double x, double y, Unit unit) {
        return new Chart.Point(
                axis.label(x), x, y, y, y, List.of(), Figures.three(y) + " " + unit.symbol(), List.of("published"));
    }

    private static String note(List<Published> published) {
        return published.isEmpty()
                ? ""
                : "Grey lines are published figures, of another machine and year: "
                        + published.stream().map(Published::provenance).collect(Collectors.joining(" "));
    }

    private Chart.Scale scale(List<Cell> cells, List<Chart.Series> published) {
        return new Chart.Scale(
                axis.title(),
                DoubleStream.concat(
                                cells.stream()
                                        .mapToDouble(cell -> axis.at(cell.key()).orElseThrow()),
                                published.stream()
                                        .flatMap(line -> line.points().stream())
                                        .mapToDouble(Chart.Point::x))
                        .distinct()
                        .sorted()
                        .mapToObj(x -> new Chart.Tick(axis.tick(x), x))
                        .toList());
    }
}
