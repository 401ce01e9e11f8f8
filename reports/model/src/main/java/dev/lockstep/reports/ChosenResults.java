package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.PlacementChoice;
import dev.lockstep.run.PlacementChoice.Layout;
import dev.lockstep.run.PlacementChoice.Probed;
import dev.lockstep.run.PlacementChoice.Wish;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run's results, of those iterations only that count by the placement they ran in.
 *
 * @param results of the cells that have any; a launch that does not count is an empty list
 * @param counting the indices of the iterations that count, by launch, of the cells of which not all do
 * @param elsewhere the cells none of whose launches count, and why
 * @param sentences which placement the numbers are of, where there were several
 */
record ChosenResults(
        List<JmhResult> results,
        Map<CellKey, List<List<Integer>>> counting,
        Map<CellKey, String> elsewhere,
        List<String> sentences) {

    /** The launches that count, among all of them. */
    private record Shares(int there, int all) {
        static Shares of(Probed cell, List<List<Integer>> counting) {
            int there =
                    (int) counting.stream().filter(launch -> !launch.isEmpty()).count();
            return cell.isProbed() ? new Shares(there, counting.size()) : new Shares(0, 0);
        }

        Shares plus(Shares other) {
            return new Shares(there + other.there, all + other.all);
        }

        @Override
        public String toString() {
            return there + " of " + all;
        }
    }

    static ChosenResults of(List<JmhResult> all, Wish wish) {
        PlacementChoice choice =
                PlacementChoice.of(wish, all.stream().map(JmhResult::probed).toList());
        List<JmhResult> results = new ArrayList<>();
        Map<CellKey, List<List<Integer>>> counting = new LinkedHashMap<>();
        Map<CellKey, String> elsewhere = new LinkedHashMap<>();
        Map<Layout, Shares> launches = new HashMap<>();
        for (JmhResult result : all) {
            Probed probed = result.probed();
            List<List<Integer>> mine = choice.counting(probed, result.primary().sizes());
            launches.merge(probed.layout(), Shares.of(probed, mine), Shares::plus);
            if (!mine.equals(result.primary().indices())) {
                counting.put(result.key(), mine);
            }
            if (!mine.isEmpty() && mine.stream().allMatch(List::isEmpty) && probed.isProbed()) {
                String where = choice.of(probed.layout()).orElseThrow().words();
                elsewhere.put(result.key(), "none of its " + mine.size() + " launches ran " + where);
            } else {
                results.add(result.of(mine));
            }
        }
        return new ChosenResults(results, counting, elsewhere, sentences(choice, launches));
    }

    private static List<String> sentences(PlacementChoice choice, Map<Layout, Shares> launches) {
        List<String> sentences = new ArrayList<>();
        for (Layout layout : choice.divided()) {
            sentences.add("numbers of " + layout.ranks() + " ranks"
                    + (layout.threads() > 1 ? " of " + layout.threads() + " threads" : "") + " are those "
                    + choice.of(layout).orElseThrow().words() + ": " + launches.get(layout)
                    + " launches (--placement all: of every iteration)");
        }
        return sentences;
    }
}
