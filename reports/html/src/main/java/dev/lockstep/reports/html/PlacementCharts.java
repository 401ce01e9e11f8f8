package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.placement.Placements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Scores over the time from core to core: a chart for each row of the line-up, for each of its columns a point for every
 * launch, or several where the launch was in several placements.
 */
final class PlacementCharts {
    /** The marker of iterations during which the cores moved. */
    private static final int DIAMOND = 3;

    private final LineUp lineUp;
    private final Map<String, Integer> hues;
    private final List<Chart> charts = new ArrayList<>();

    PlacementCharts(LineUp lineUp) {
        this.lineUp = lineUp;
        this.hues = Charts.hues(lineUp);
    }

    void add(LineUp.Group group, LineUp.Row row) {
        List<Cell> cells = row.cells().values().stream()
                .filter(cell -> !cell.good()
                        .map(measured -> measured.placed().isEmpty())
                        .orElse(true))
                .toList();
        Unit unit = group.unit()
                .toShow(cells.stream()
                        .map(cell -> cell.good().orElseThrow().score())
                        .toList());
        String label = Names.row(row);
        charts.add(new Chart.Placements(
                new Chart.Frame(
                        "placements-" + (charts.size() + 1),
                        Names.title(group.benchmark()) + (label.isEmpty() ? "" : " · " + label),
                        group.benchmark(),
                        Charts.measure(unit),
                        unit.symbol(),
                        ""),
                cells.stream().flatMap(cell -> series(cell, unit).stream()).toList(),
                bands(cells)));
    }

    private List<Chart.Series> series(Cell cell, Unit unit) {
        Column column = cell.column();
        List<Chart.Point> stayed = new ArrayList<>();
        List<Chart.Point> moved = new ArrayList<>();
        cell.good().orElseThrow().placed().stream()
                .collect(Collectors.groupingBy(
                        iteration -> Map.entry(iteration.fork(), iteration.place()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .forEach((launch, some) -> (launch.getValue().equals(Placements.MOVED) ? moved : stayed)
                        .add(point(cell, launch.getKey(), launch.getValue(), some, unit)));
        List<Chart.Series> series = new ArrayList<>();
        int hue = hues.get(column.where());
        if (!stayed.isEmpty()) {
            series.add(new Chart.Series(column.label(), hue, 0, false, stayed));
        }
        if (!moved.isEmpty()) {
            series.add(new Chart.Series(column.label() + " (moved meanwhile)", hue, DIAMOND, false, moved));
        }
        return series;
    }

    private static Chart.Point point(
            Cell cell, int fork, String place, Collection<Measured.Iteration> some, Unit unit) {
        double probe =
                some.stream().mapToDouble(Measured.Iteration::probe).average().orElseThrow();
        double score = unit.from(
                some.stream().mapToDouble(Measured.Iteration::score).average().orElseThrow());
        long all = cell.good().orElseThrow().placed().stream()
                .filter(iteration -> iteration.fork() == fork)
                .count();
        return new Chart.Point(
                "fork " + fork + ", " + (place.equals(Placements.MOVED) ? "moved meanwhile" : place),
                probe,
                score,
                score,
                score,
                List.of(),
                Figures.three(score) + " " + unit.symbol(),
                List.of(
                        some.size() + " of " + all + (all == 1 ? " iteration" : " iterations"),
                        Math.round(probe) + " ns from core to core"));
    }

    private List<Chart.Band> bands(List<Cell> cells) {
        return PlacementsSection.placements(lineUp, cells).stream()
                .map(one -> new Chart.Band(one.toString(), one.low(), one.high()))
                .toList();
    }

    List<Chart> all() {
        return List.copyOf(charts);
    }
}
