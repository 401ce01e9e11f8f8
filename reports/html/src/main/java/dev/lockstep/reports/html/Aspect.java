package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Distribution;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.Spread;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.CellKey;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What a chart shows of its cells.
 *
 * @param title what stands behind the benchmark's name; empty for its score
 * @param metric whose values these are, by its name, which is empty for the score; none if they are of several
 * @param measure what the value axis shows
 * @param unit of the values
 * @param values one for each line of a colour: the point of a cell on an axis, if it has one
 * @param sentence how to read it; empty if that goes without saying
 */
record Aspect(
        String title,
        Optional<String> metric,
        String measure,
        Unit unit,
        List<BiFunction<Cell, Axis, Optional<Chart.Point>>> values,
        String sentence) {
    private static final double SECOND = 1e9;

    /** The points of a line's cells from left to right, for each of the values. */
    List<List<Chart.Point>> points(List<Cell> cells, Axis axis) {
        List<Cell> sorted = cells.stream()
                .sorted(Comparator.comparingDouble(cell -> axis.at(cell.key()).orElseThrow()))
                .toList();
        return values.stream()
                .map(value -> sorted.stream()
                        .flatMap(cell -> value.apply(cell, axis).stream())
                        .toList())
                .toList();
    }

    /** The score, in time or whatever it is in. */
    static Aspect score(Unit unit, Function<Cell, List<String>> facts) {
        return new Aspect(
                "",
                Optional.of(""),
                Charts.measure(unit),
                unit,
                List.of((cell, axis) -> cell.good().map(good -> {
                    double x = axis.at(cell.key()).orElseThrow();
                    return Charts.point(axis.label(x), x, cell, unit, facts.apply(cell));
                })),
                "");
    }

    /** What those who work side by side get done: so many operations in the time that one of them takes for one. */
    static Aspect together(boolean clients) {
        Unit unit = Unit.of("ops/s");
        return new Aspect(
                clients ? "all clients together" : "all threads of a rank together",
                Optional.empty(),
                Charts.measure(unit),
                unit,
                List.of((cell, axis) -> cell.good()
                        .map(good -> together(
                                cell,
                                axis,
                                good,
                                clients ? cell.clients() : cell.key().threads(),
                                unit))),
                "");
    }

    /** Another time that the benchmark reports. */
    static Aspect other(String metric, Unit unit) {
        String words = Names.words(metric).toLowerCase(Locale.ROOT);
        return new Aspect(
                words,
                Optional.of(metric),
                "mean time, " + words,
                unit,
                List.of((cell, axis) -> cell.good()
                        .flatMap(good -> Optional.ofNullable(good.others().get(metric)))
                        .map(found -> other(axis.at(cell.key()).orElseThrow(), axis, found, unit))),
                "");
    }

    private static Chart.Point other(double x, Axis axis, Metric found, Unit unit) {
        double nanos = found.unit().nanos();
        SortedMap<Integer, Double> forks = new TreeMap<>();
        found.forkMeans().forEach(mean -> forks.put(forks.size() + 1, mean * nanos));
        return point(x, axis, new Launches(found.score() * nanos, forks), unit);
    }

    private static Chart.Point together(Cell cell, Axis axis, Measured good, int many, Unit unit) {
        SortedMap<Integer, Double> forks = new TreeMap<>(good.launches().means());
        forks.replaceAll((fork, nanos) -> many * SECOND / nanos);
        Launches rates = new Launches(many * SECOND / good.score(), forks);
        return point(axis.at(cell.key()).orElseThrow(), axis, rates, unit);
    }

    private static Chart.Point point(double x, Axis axis, Launches launches, Unit unit) {
        Spread spread = launches.spread();
        return new Chart.Point(
                axis.label(x),
                x,
                unit.from(launches.mean()),
                unit.from(spread.low()),
                unit.from(spread.high()),
                launches.means().values().stream().map(unit::from).toList(),
                CellText.text(launches, unit) + " " + unit.symbol(),
                List.of());
    }

    /** The median and the 99th percentile, where operations were timed one by one. */
    static Aspect tail(Map<CellKey, Distribution> distributions, Unit unit, boolean clients) {
        return new Aspect(
                "median and p99",
                Optional.empty(),
                clients ? "single operations of all clients" : "single operations, slowest rank",
                unit,
                List.of(
                        percentile(distributions, unit, "median", Distribution.Percentiles::p50),
                        percentile(distributions, unit, "p99", Distribution.Percentiles::p99)),
                "Of two lines of a colour the lower is the median, the upper the 99th percentile.");
    }

    private static BiFunction<Cell, Axis, Optional<Chart.Point>> percentile(
            Map<CellKey, Distribution> distributions,
            Unit unit,
            String name,
            Function<Distribution.Percentiles, OptionalDouble> which) {
        return (cell, axis) -> Optional.ofNullable(distributions.get(cell.key()))
                .filter(found -> which.apply(found.slowest()).isPresent())
                .map(found -> {
                    double x = axis.at(cell.key()).orElseThrow();
                    double y = unit.from(which.apply(found.slowest()).getAsDouble());
                    return new Chart.Point(
                            axis.label(x),
                            x,
                            y,
                            y,
                            y,
                            List.of(),
                            name + " " + Figures.three(y) + " " + unit.symbol(),
                            found.elsewhere().isEmpty() ? List.of() : List.of("elsewhere: " + found.elsewhere()));
                });
    }
}
