package dev.lockstep.reports.regression;

import dev.lockstep.run.PlacementChoice;
import dev.lockstep.run.PlacementChoice.Layout;
import dev.lockstep.run.PlacementChoice.Probed;
import java.util.ArrayList;
import java.util.Arrays;
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
 * @param doubts why nothing can be concluded of a row
 * @param remarks what is to be known of a row
 * @param notes which placement was chosen, and how many launches of either side ran there
 */
record Chosen(Suite base, Suite head, Map<RowId, String> doubts, Map<RowId, String> remarks, List<String> notes) {
    private static final double UNLIKELY = 0.01;

    static Chosen of(Suite base, Suite head, PlacementChoice.Wish wish) {
        List<Probed> cells = Stream.of(base, head)
                .flatMap(side -> side.samples().entrySet().stream())
                .filter(row -> row.getKey().metric().isEmpty())
                .map(row -> row.getValue().probed(Layout.of(row.getKey().cell())))
                .toList();
        PlacementChoice choice = PlacementChoice.of(wish, cells);
        Map<RowId, Sample> bases = new HashMap<>();
        Map<RowId, Sample> heads = new HashMap<>();
        Map<RowId, String> doubts = new HashMap<>();
        Map<RowId, String> remarks = new HashMap<>();
        base.samples().forEach((id, older) -> {
            Sample newer = head.samples().get(id);
            Layout layout = Layout.of(id.cell());
            boolean before = older.probed(layout).isProbed();
            boolean after = newer != null && newer.probed(layout).isProbed();
            if (newer == null || choice.of(layout).isEmpty() || !before && !after) {
                return;
            }
            if (before != after) {
                remarks.put(id, "all placements: " + (before ? "head" : "base") + " has no probes");
                return;
            }
            bases.put(id, chosen(older, layout, choice));
            heads.put(id, chosen(newer, layout, choice));
            doubt(bases.get(id), heads.get(id), choice.of(layout).orElseThrow().words(), id, doubts);
        });
        return new Chosen(base.with(bases), head.with(heads), doubts, remarks, notes(choice, bases, heads));
    }

    private static Sample chosen(Sample sample, Layout layout, PlacementChoice choice) {
        return sample.of(choice.counting(
                sample.probed(layout),
                Arrays.stream(sample.forks()).map(fork -> fork.length).toList()));
    }

    private static void doubt(Sample base, Sample head, String where, RowId id, Map<RowId, String> doubts) {
        for (Sample side : List.of(base, head)) {
            if (side.forks().length == 0) {
                doubts.putIfAbsent(id, "no launch of " + (side == base ? "base" : "head") + " ran " + where);
            }
        }
        bias(base, head, where).ifPresent(bias -> doubts.putIfAbsent(id, bias));
    }

    /** In words how clearly the sides differ in the share of launches that count; empty if they do not. */
    static Optional<String> bias(Sample base, Sample head, String where) {
        int[][] launches = {
            {base.forks().length, base.measured() - base.forks().length},
            {head.forks().length, head.measured() - head.forks().length}
        };
        return fisher(launches) < UNLIKELY
                ? Optional.of("base ran " + where + " in " + of(launches[0]) + " launches, head in " + of(launches[1])
                        + ": what changed may decide where it runs")
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

    private static List<String> notes(PlacementChoice choice, Map<RowId, Sample> bases, Map<RowId, Sample> heads) {
        List<String> notes = new ArrayList<>();
        List<Layout> compared = choice.divided().stream()
                .filter(layout -> bases.keySet().stream()
                        .anyMatch(row -> Layout.of(row.cell()).equals(layout)))
                .toList();
        for (Layout layout : compared) {
            notes.add("Rows of " + layout.ranks() + " ranks"
                    + (layout.threads() > 1 ? " of " + layout.threads() + " threads" : "") + " are compared "
                    + choice.of(layout).orElseThrow().words() + ": " + shares(bases, layout) + " launches of base and "
                    + shares(heads, layout) + " of head ran there.");
        }
        return notes;
    }

    private static String shares(Map<RowId, Sample> side, Layout layout) {
        List<Sample> scores = side.entrySet().stream()
                .filter(row -> row.getKey().metric().isEmpty()
                        && Layout.of(row.getKey().cell()).equals(layout))
                .map(Map.Entry::getValue)
                .toList();
        int there = scores.stream().mapToInt(sample -> sample.forks().length).sum();
        return there + " of " + scores.stream().mapToInt(Sample::measured).sum();
    }
}
