package dev.lockstep.reports.html;

import dev.lockstep.reports.regression.Claims;
import dev.lockstep.reports.regression.Paired;
import dev.lockstep.reports.regression.PairedRatio;
import dev.lockstep.reports.regression.Verdict;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Ratios and their intervals, one below the other, with the A/A ratio beside each: a chart for each benchmark, or
 * several.
 */
final class ForestCharts {
    /** More rows cannot be read in one chart. */
    private static final int ROWS = 40;

    /** With ratios further apart than this, each value that is compared has a chart of its own. */
    private static final double FAR = 3;

    private static final int CLAIMED_HUE = 1;
    private static final int UNCLAIMED_HUE = 0;
    private static final int SAME_HUE = 5;

    private ForestCharts() {}

    static List<Chart> of(Claims claims, List<ClaimsSection.Group> groups) {
        List<Chart> charts = new ArrayList<>();
        for (ClaimsSection.Group group : groups) {
            List<ClaimRow> all = group.rows().stream()
                    .filter(claim -> claim.row().paired().isPresent())
                    .toList();
            Map<String, List<ClaimRow>> parts = new LinkedHashMap<>();
            boolean split = far(all);
            all.forEach(claim -> parts.computeIfAbsent(
                            split ? claims.versus().name() + "=" + claims.value(claim.row()) : "",
                            v -> new ArrayList<>())
                    .add(claim));
            Function<ClaimRow, CellKey> key =
                    split ? claim -> claim.key().without(claims.versus().name()) : ClaimRow::key;
            parts.forEach((value, rows) -> {
                LineNames.Shared shared =
                        new LineNames.Shared(rows.stream().map(key).toList());
                Chart.Frame frame = new Chart.Frame(
                        "claims-" + (charts.size() + 1),
                        Names.joined(group.title(), value, shared.text()),
                        group.benchmark(),
                        "ratio of costs to " + claims.versus(),
                        "",
                        rows.size() > ROWS
                                ? "The first " + ROWS + " of " + rows.size() + " are drawn; all are in the table."
                                : "");
                charts.add(chart(
                        frame,
                        rows.subList(0, Math.min(ROWS, rows.size())),
                        claim -> claim.label(shared, key.apply(claim))));
            });
        }
        return List.copyOf(charts);
    }

    /** Whether small ratios could not be told from 1 on a common axis. */
    private static boolean far(List<ClaimRow> rows) {
        DoubleSummaryStatistics ratios = rows.stream()
                .mapToDouble(claim -> claim.row().ratio().orElseThrow())
                .summaryStatistics();
        return ratios.getMax() / ratios.getMin() > FAR;
    }

    private static Chart chart(Chart.Frame frame, List<ClaimRow> rows, Function<ClaimRow, String> label) {
        Predicate<ClaimRow> claimed =
                claim -> claim.row().verdict() == Verdict.SLOWER || claim.row().verdict() == Verdict.FASTER;
        List<Chart.Series> series = new ArrayList<>();
        series.add(new Chart.Series(
                "slower or faster", CLAIMED_HUE, 0, false, points(rows, label, claimed, Paired::ratio)));
        series.add(new Chart.Series(
                "no difference shown, or no claim",
                UNCLAIMED_HUE,
                0,
                true,
                points(rows, label, claimed.negate(), Paired::ratio)));
        series.removeIf(some -> some.points().isEmpty());
        series.add(new Chart.Series(
                "A/A: the base over itself", SAME_HUE, 1, false, points(rows, label, claim -> true, Paired::same)));
        return new Chart.Forest(frame, series);
    }

    private static List<Chart.Point> points(
            List<ClaimRow> rows,
            Function<ClaimRow, String> label,
            Predicate<ClaimRow> which,
            Function<Paired, PairedRatio> ratio) {
        return IntStream.range(0, rows.size())
                .filter(i -> which.test(rows.get(i)))
                .mapToObj(i -> point(
                        rows.get(i),
                        label.apply(rows.get(i)),
                        i,
                        ratio.apply(rows.get(i).row().paired().orElseThrow())))
                .toList();
    }

    /** One or two pairs have no interval to draw. */
    private static Chart.Point point(ClaimRow row, String label, int index, PairedRatio ratio) {
        boolean bounded = Double.isFinite(ratio.high());
        return new Chart.Point(
                label,
                index,
                ratio.ratio(),
                bounded ? ratio.low() : ratio.ratio(),
                bounded ? ratio.high() : ratio.ratio(),
                List.of(),
                ratio.times(),
                List.of(
                        (bounded ? "95% interval " + ratio.interval() + ", " : "")
                                + ratio.pairs()
                                + (ratio.pairs() == 1 ? " pair" : " pairs"),
                        row.verdict()));
    }
}
