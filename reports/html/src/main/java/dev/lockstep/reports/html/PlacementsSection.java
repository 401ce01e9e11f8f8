package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.Placements;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The part of a report about where the cores were.
 *
 * @param sentences one for each layout, then which placement the report's numbers are of
 * @param charts one for each row of the line-up whose iterations ran in several placements; none if each stayed where it was
 */
public record PlacementsSection(List<String> sentences, List<Chart> charts) {
    static PlacementsSection of(LineUp lineUp) {
        PlacementCharts charts = new PlacementCharts(lineUp);
        for (LineUp.Table table : lineUp.tables()) {
            for (LineUp.Group group : table.groups()) {
                group.rows().stream()
                        .filter(row -> row.cells().values().stream().anyMatch(PlacementsSection::moved))
                        .forEach(row -> charts.add(group, row));
            }
        }
        return new PlacementsSection(sentences(lineUp), charts.all());
    }

    private static boolean moved(Cell cell) {
        return cell.good().map(Measured::placed).orElse(List.of()).stream()
                        .map(Measured.Iteration::place)
                        .distinct()
                        .count()
                > 1;
    }

    /** The placements of the one layout that these have; none if they have several, whose readings do not compare. */
    static List<Placements.Placement> placements(LineUp lineUp, List<Cell> cells) {
        Set<PlacementChoice.Layout> layouts = cells.stream().map(Cell::layout).collect(Collectors.toSet());
        return lineUp.cores().stream()
                .filter(cores -> layouts.size() == 1 && layouts.contains(cores.layout()))
                .findFirst()
                .map(LineUp.Cores::placements)
                .orElse(List.of());
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
