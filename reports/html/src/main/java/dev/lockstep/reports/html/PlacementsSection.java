package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.Placements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The part of a report about where the cores were: the cells whose iterations ran in several placements.
 *
 * @param sentences one for each layout, then which placement the report's numbers are of
 * @param groups the cells by benchmark; empty if each stayed where it was
 * @param charts one for each row of the line-up
 */
public record PlacementsSection(List<String> sentences, List<Group> groups, List<Chart> charts) {
    public record Group(String title, Unit unit, List<Row> rows) {}

    /**
     * A cell in one placement, or in all of them.
     *
     * @param label the parameters; empty where they are those of the row above, as is
     * @param where its column
     * @param place the placement's name
     * @param launches with an iteration there
     * @param iterations there
     * @param score the mean of their means
     * @param scatter the standard deviation of launches' means over their mean; a dash for a single one
     */
    public record Row(
            String label, String where, String place, long launches, long iterations, String score, String scatter) {}

    static PlacementsSection of(LineUp lineUp) {
        List<Group> groups = new ArrayList<>();
        PlacementCharts charts = new PlacementCharts(lineUp);
        for (LineUp.Table table : lineUp.tables()) {
            for (LineUp.Group group : table.groups()) {
                List<Row> rows = new ArrayList<>();
                for (LineUp.Row row : group.rows()) {
                    if (row.cells().values().stream().anyMatch(PlacementsSection::moved)) {
                        charts.add(group, row);
                        row.cells().values().forEach(cell -> rows.addAll(rows(lineUp, cell, group.unit())));
                    }
                }
                if (!rows.isEmpty()) {
                    groups.add(new Group(Names.title(group.benchmark()), group.unit(), rows));
                }
            }
        }
        return new PlacementsSection(sentences(lineUp), groups, charts.all());
    }

    private static boolean moved(Cell cell) {
        return placed(cell).stream().map(Measured.Iteration::place).distinct().count() > 1;
    }

    private static List<Row> rows(LineUp lineUp, Cell cell, Unit unit) {
        List<Row> rows = new ArrayList<>();
        Map<String, List<Measured.Iteration>> byPlace = byPlace(cell);
        if (byPlace.size() > 1) {
            rows.add(row(Names.row(cell.key().row()), cell.column().label(), "all", placed(cell), unit));
        }
        byPlace.forEach((place, iterations) -> {
            boolean first = rows.isEmpty();
            rows.add(row(
                    first ? Names.row(cell.key().row()) : "",
                    first ? cell.column().label() : "",
                    place.equals(Placements.MOVED) ? "moved meanwhile" : named(lineUp, cell, place),
                    iterations,
                    unit));
        });
        return rows;
    }

    /** A placement with what it reads. */
    private static String named(LineUp lineUp, Cell cell, String place) {
        return placements(lineUp, List.of(cell)).stream()
                .filter(placement -> placement.name().equals(place))
                .map(Placements.Placement::words)
                .findFirst()
                .orElse(place);
    }

    /** The placements of the one layout that these have; none if they have several, whose readings do not compare. */
    static List<Placements.Placement> placements(LineUp lineUp, List<Cell> cells) {
        Set<PlacementChoice.Layout> layouts = cells.stream()
                .flatMap(cell -> cell.measured().stream())
                .map(Measured::layout)
                .collect(Collectors.toSet());
        return lineUp.cores().stream()
                .filter(cores -> layouts.size() == 1 && layouts.contains(cores.layout()))
                .findFirst()
                .map(LineUp.Cores::placements)
                .orElse(List.of());
    }

    /** The iterations of a cell in each place, the nearest first, and last those during which the cores moved. */
    static Map<String, List<Measured.Iteration>> byPlace(Cell cell) {
        Map<String, Double> nanos = placed(cell).stream()
                .collect(Collectors.groupingBy(
                        Measured.Iteration::place,
                        Collectors.averagingDouble(
                                i -> i.place().equals(Placements.MOVED) ? Double.MAX_VALUE : i.probe())));
        return placed(cell).stream()
                .collect(Collectors.groupingBy(
                        Measured.Iteration::place,
                        () -> new TreeMap<>(
                                Comparator.<String, Double>comparing(nanos::get).thenComparing(place -> place)),
                        Collectors.toList()));
    }

    private static List<Measured.Iteration> placed(Cell cell) {
        return cell.good().map(Measured::placed).orElse(List.of());
    }

    private static Row row(String label, String where, String place, List<Measured.Iteration> iterations, Unit unit) {
        List<Double> launches = List.copyOf(iterations.stream()
                .collect(Collectors.groupingBy(
                        Measured.Iteration::fork, Collectors.averagingDouble(Measured.Iteration::score)))
                .values());
        double mean = launches.stream().mapToDouble(x -> x).average().orElseThrow();
        double squares =
                launches.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
        double scatter = Math.sqrt(squares / (launches.size() - 1)) / mean;
        return new Row(
                label,
                where,
                place,
                launches.size(),
                iterations.size(),
                Figures.three(unit.from(mean)),
                launches.size() == 1 ? "–" : String.format(Locale.ROOT, "%.1f%%", 100 * scatter));
    }

    /**
     * Says of each layout between what its cores moved, {@code this machine moved: 62 ns from core to core in 58% of iterations,
     * 330 ns in 42%}; nothing of one that was not probed.
     */
    static List<String> sentences(LineUp lineUp) {
        boolean one = lineUp.cores().size() == 1;
        Stream<String> cores = lineUp.cores().stream()
                .map(layout -> (one ? "" : "of " + layout.layout().words() + " ") + "this machine" + said(layout)
                        + shares(layout));
        return Stream.concat(cores, lineUp.chosen().stream()).toList();
    }

    private static String said(LineUp.Cores cores) {
        if (cores.moved()) {
            return " moved: ";
        }
        return cores.counts().size() == 1
                ? " did not move: "
                : " did not move, but not all communicators ran on the same cores: ";
    }

    private static String shares(LineUp.Cores cores) {
        List<String> parts = new ArrayList<>();
        for (Placements.Placement placement : cores.placements()) {
            if (cores.counts().containsKey(placement.name())) {
                String core = parts.isEmpty() ? " ns from core to core in " : " ns in ";
                String of = parts.isEmpty() ? " of iterations" : "";
                parts.add(Math.round(placement.nanos()) + core + percent(cores.share(placement.name())) + of);
            }
        }
        if (cores.counts().containsKey(Placements.MOVED)) {
            parts.add("from one to another in " + percent(cores.share(Placements.MOVED)));
        }
        return String.join(", ", parts);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share > 0 && share < 0.01 ? "%.1f%%" : "%.0f%%", 100 * share);
    }
}
