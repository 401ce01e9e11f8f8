package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.CostLadder;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Spread;
import dev.lockstep.reports.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where the time of a whole goes, step by step. */
final class Waterfalls {
    private static final String LEFT = "unexplained";

    private Waterfalls() {}

    /** A chart for each whole whose base and steps were measured. */
    static List<Chart> of(List<CostLadder> ladders) {
        List<Chart> charts = new ArrayList<>();
        for (CostLadder ladder : ladders) {
            charts.add(chart(ladder, charts.size() + 1));
        }
        return charts;
    }

    private static Chart chart(CostLadder ladder, int number) {
        Launches whole = launches(ladder.whole());
        Launches base = launches(ladder.base());
        Unit unit = CellText.unit(List.of(whole, base));
        List<Chart.Point> measured = new ArrayList<>();
        List<Chart.Point> steps = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        double at = base.mean();
        measured.add(
                point(rows, Names.family(ladder.base().key().benchmark()), 0, base, unit, Names.flags(ladder.base())));
        for (CostLadder.Step step : ladder.steps()) {
            steps.add(point(rows, "+ " + step.name(), at, step.added(), unit, Names.flags(step.cell())));
            at += step.added().mean();
        }
        Chart.Point left = point(rows, LEFT, at, ladder.unexplained(), unit, List.of());
        measured.add(point(rows, "the whole", 0, whole, unit, Names.flags(ladder.whole())));
        String title = Names.family(ladder.whole().key().benchmark()) + ", "
                + Stream.of(
                                Names.row(ladder.whole().key().row()),
                                ladder.whole().column().label())
                        .filter(text -> !text.isEmpty())
                        .reduce((a, b) -> a + ", " + b)
                        .orElse("");
        String marks =
                Names.marks(ladder.cells().toList(), Cell.Flag.OVERSUBSCRIBED, Cell.Flag.WARMING, Cell.Flag.DRIFTING);
        Chart.Frame frame = new Chart.Frame(
                "waterfall-" + number,
                title + marks,
                ladder.whole().key().benchmark(),
                Charts.measure(unit),
                unit.symbol(),
                note(ladder));
        return new Chart.Waterfall(
                frame,
                rows,
                List.of(
                        new Chart.Series("measured", 0, 0, false, measured),
                        new Chart.Series("what a step adds", 1, 0, false, steps),
                        new Chart.Series("what the steps leave", 7, 0, true, List.of(left))),
                sentence(ladder));
    }

    private static Launches launches(Cell cell) {
        return cell.good().orElseThrow().launches();
    }

    private static Chart.Point point(
            List<String> rows, String label, double from, Launches nanos, Unit unit, List<String> facts) {
        rows.add(label);
        Spread spread = nanos.spread();
        return new Chart.Point(
                label,
                unit.from(from),
                unit.from(nanos.mean()),
                unit.from(spread.low()),
                unit.from(spread.high()),
                nanos.means().values().stream().map(unit::from).toList(),
                CellText.text(nanos, unit) + " " + unit.symbol(),
                facts);
    }

    private static String note(CostLadder ladder) {
        return ladder.counts()
                .map(counts -> "Iterations had different numbers of operations (" + counts
                        + "): take --ops to give all the same.")
                .orElse("");
    }

    /** How much of the whole the steps explain, if the interval carries it. */
    private static String sentence(CostLadder ladder) {
        Spread spread = ladder.share().spread();
        if (spread.kind() != Spread.Kind.CONFIDENCE) {
            return "";
        }
        String share = percent(ladder.share().mean());
        String interval = percent(spread.low()) + " to " + percent(spread.high());
        return "The steps explain " + share + " of the whole (" + interval + ").";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }
}
