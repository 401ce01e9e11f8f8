package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.CellState;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.PlacementChoice.Layout;
import dev.lockstep.run.placement.PlacementChoice.Probed;
import dev.lockstep.run.placement.PlacementChoice.Shown;
import dev.lockstep.run.placement.PlacementChoice.Wish;
import dev.lockstep.run.placement.Placements.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run's results, of those iterations only that are shown by the placement they ran in.
 *
 * @param choice of the placement
 * @param all results of every iteration, by cell
 * @param shown what of each cell is shown
 * @param results of that; a launch that is not shown is an empty list
 */
record ChosenResults(
        PlacementChoice choice, Map<CellKey, JmhResult> all, Map<CellKey, Shown> shown, List<JmhResult> results) {

    /** Of these results; the others have readings and no part in the choice. */
    static ChosenResults of(List<JmhResult> all, List<Probed> others, Wish wish) {
        PlacementChoice choice =
                PlacementChoice.of(wish, all.stream().map(JmhResult::probed).toList(), others);
        Map<CellKey, JmhResult> byKey = new LinkedHashMap<>();
        Map<CellKey, Shown> shown = new LinkedHashMap<>();
        List<JmhResult> results = new ArrayList<>();
        for (JmhResult result : all) {
            Shown mine = choice.shown(result.probed(), result.primary().sizes());
            byKey.put(result.key(), result);
            shown.put(result.key(), mine);
            results.add(result.of(mine.iterations()));
        }
        return new ChosenResults(choice, byKey, shown, results);
    }

    /** The placement that a cell's numbers are of, and that of the others, if these are two. */
    Optional<String> elsewhere(CellKey cell) {
        return Optional.of(shown.get(cell)).filter(Shown::elsewhere).map(mine -> {
            Layout layout = all.get(cell).probed().layout();
            Placement chosen = choice.of(layout).orElseThrow();
            return mine.placement()
                            .map(own -> "its numbers are " + own.words())
                            .orElse("its numbers are of several placements, or of none that is known")
                    + (choice.all(layout).contains(chosen) ? ", and those of the others " : ": nothing ran ")
                    + chosen.words();
        });
    }

    /** The number of launches that ended well, and are not in the result. */
    static int missing(CellState cell, Optional<JmhResult> result) {
        return cell.failure().isPresent()
                ? 0
                : Math.max(
                        0,
                        cell.goodForks().size()
                                - result.map(r -> r.primary().raw().size()).orElse(0));
    }

    /** The number of a cell's launches that count. */
    int counting(JmhResult result) {
        return (int) choice.counting(result.probed(), result.primary().sizes()).stream()
                .filter(launch -> !launch.isEmpty())
                .count();
    }

    /** Says which placement the numbers are of, where there were several. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Layout layout : choice.divided()) {
            int there = 0;
            int launches = 0;
            for (JmhResult result : all.values()) {
                Probed probed = result.probed();
                if (probed.isProbed() && probed.layout().equals(layout)) {
                    there += counting(result);
                    launches += probed.launches().size();
                }
            }
            sentences.add("numbers of " + layout.words() + " are those "
                    + choice.of(layout).orElseThrow().words() + ": " + there + " of " + launches
                    + " launches (--placement all: of every iteration)");
        }
        return sentences;
    }
}
