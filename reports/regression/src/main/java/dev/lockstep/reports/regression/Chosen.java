package dev.lockstep.reports.regression;

import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.PlacementChoice.Layout;
import dev.lockstep.run.placement.PlacementChoice.Probed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * The two sides of a comparison, of those iterations only that count by the placement they ran in. It is chosen over
 * the launches of both. A row of which one side has no readings is compared as it is.
 *
 * @param base its rows
 * @param head its rows
 * @param where the placement of the rows of which it left out launches
 * @param doubts why nothing can be concluded of a row
 * @param remarks what is to be known of a row
 * @param notes which placement was chosen, and how many launches of either side ran there
 */
record Chosen(
        Suite base,
        Suite head,
        Map<RowId, String> where,
        Map<RowId, String> doubts,
        Map<RowId, String> remarks,
        List<String> notes) {
    private static final double UNLIKELY = 0.01;

    /**
     * Chooses.
     *
     * @param inTurns whether launches of base and of head were made in turns; otherwise where they ran may be the hour's
     *     doing, which is noted and no doubt
     */
    static Chosen of(Suite base, Suite head, PlacementChoice.Wish wish, boolean inTurns) {
        List<Probed> cells = Stream.of(base, head)
                .flatMap(side -> side.samples().entrySet().stream())
                .filter(row -> row.getKey().metric().isEmpty() && row.getValue().isProbed(row.getKey()))
                .map(row -> row.getValue().probed(row.getKey()))
                .toList();
        if (cells.isEmpty()) {
            return new Chosen(base, head, Map.of(), Map.of(), Map.of(), List.of());
        }
        PlacementChoice choice = PlacementChoice.of(wish, cells);
        Map<RowId, Sample> bases = new HashMap<>();
        Map<RowId, Sample> heads = new HashMap<>();
        Map<RowId, Layout> layouts = new HashMap<>();
        Map<RowId, String> where = new HashMap<>();
        Map<RowId, String> doubts = new HashMap<>();
        Map<RowId, String> remarks = new HashMap<>();
        base.samples().forEach((id, older) -> {
            Sample newer = head.samples().get(id);
            boolean before = older.isProbed(id);
            boolean after = newer != null && newer.isProbed(id);
            Layout layout = (before || newer == null ? older : newer).probed(id).layout();
            if (newer == null || choice.of(layout).isEmpty() || !before && !after) {
                return;
            }
            if (before != after) {
                remarks.put(id, "all placements: " + (before ? "head" : "base") + " has no probes");
                return;
            }
            if (!newer.probed(id).layout().equals(layout)) {
                remarks.put(id, "all placements: base and head have not read as many hops");
                return;
            }
            Sample mine = chosen(id, older, choice);
            Sample other = chosen(id, newer, choice);
            bases.put(id, mine);
            heads.put(id, other);
            layouts.put(id, layout);
            String words = choice.of(layout).orElseThrow().words();
            if (mine.launches().size() < mine.measured() || other.launches().size() < other.measured()) {
                where.put(id, words);
            }
            if (mine.launches().isEmpty() || other.launches().isEmpty()) {
                doubts.put(id, "no launch of " + (mine.launches().isEmpty() ? "base" : "head") + " ran " + words);
            }
        });
        for (Layout layout : compared(choice, layouts)) {
            int[][] launches = {launches(bases, layouts, layout), launches(heads, layouts, layout)};
            bias(launches, choice.of(layout).orElseThrow().words(), layout)
                    .filter(bias -> inTurns)
                    .ifPresent(bias -> bases.keySet().stream()
                            .filter(id -> layouts.get(id).equals(layout))
                            .forEach(id -> doubts.putIfAbsent(id, bias)));
        }
        return new Chosen(
                base.with(bases), head.with(heads), where, doubts, remarks, notes(choice, bases, heads, layouts));
    }

    private static Sample chosen(RowId id, Sample sample, PlacementChoice choice) {
        return sample.of(choice.counting(
                sample.probed(id),
                sample.launches().stream().map(Sample.Launch::iterations).toList()));
    }

    /**
     * In words how clearly base and head differ in the share of launches that count; empty if they do not. It takes the
     * rows of a layout together, for the few launches of one show nothing. They are not quite independent; but where
     * base and head are launched in turns, minutes in which the machine is far hit both alike.
     *
     * @param launches of base, then of head: how many count, and how many ran elsewhere
     * @param layout of those of base
     */
    static Optional<String> bias(int[][] launches, String where, Layout layout) {
        return fisher(launches) < UNLIKELY
                ? Optional.of("base ran " + where + " in " + of(launches[0]) + " launches of " + layout.words()
                        + ", head in " + of(launches[1]) + ": what changed may decide where it runs")
                : Optional.empty();
    }

    /** Fisher's exact test, two-sided: how likely a table of these margins is that is no likelier than this one. */
    static double fisher(int[][] table) {
        int there = table[0][0] + table[1][0];
        int base = table[0][0] + table[0][1];
        HypergeometricDistribution tables =
                HypergeometricDistribution.of(base + table[1][0] + table[1][1], there, base);
        double seen = tables.probability(table[0][0]) * (1 + 1e-7);
        return IntStream.rangeClosed(tables.getSupportLowerBound(), tables.getSupportUpperBound())
                .mapToDouble(tables::probability)
                .filter(probability -> probability <= seen)
                .sum();
    }

    private static String of(int[] thereAndElsewhere) {
        return thereAndElsewhere[0] + " of " + (thereAndElsewhere[0] + thereAndElsewhere[1]);
    }

    private static List<String> notes(
            PlacementChoice choice, Map<RowId, Sample> bases, Map<RowId, Sample> heads, Map<RowId, Layout> layouts) {
        List<String> notes = new ArrayList<>();
        for (Layout layout : compared(choice, layouts)) {
            notes.add("Rows of " + layout.words() + " are compared "
                    + choice.of(layout).orElseThrow().words() + ": " + of(launches(bases, layouts, layout))
                    + " launches of base and " + of(launches(heads, layouts, layout)) + " of head ran there.");
        }
        return notes;
    }

    /** The layouts that ran in several placements, and of which there are rows. */
    private static List<Layout> compared(PlacementChoice choice, Map<RowId, Layout> rows) {
        return choice.divided().stream().filter(rows::containsValue).toList();
    }

    /** The launches of all scores of a layout: how many count, and how many ran elsewhere. */
    private static int[] launches(Map<RowId, Sample> side, Map<RowId, Layout> layouts, Layout layout) {
        List<Sample> scores = side.entrySet().stream()
                .filter(row -> row.getKey().metric().isEmpty()
                        && layouts.get(row.getKey()).equals(layout))
                .map(Map.Entry::getValue)
                .toList();
        int there = scores.stream().mapToInt(sample -> sample.launches().size()).sum();
        return new int[] {there, scores.stream().mapToInt(Sample::measured).sum() - there};
    }
}
