package dev.lockstep.reports.html;

import dev.lockstep.reports.Column;
import dev.lockstep.reports.Distribution;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Samples;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.CellKey;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Time by percentile, as HdrHistogram's own plots draw it: a chart for each row of the line-up, a line for each of its
 * columns; and, of samples that were kept, who came late and took long, operation by operation.
 */
final class DistributionCharts {
    private final Map<String, Integer> hues;
    private final List<Chart> charts = new ArrayList<>();

    DistributionCharts(LineUp lineUp) {
        this.hues = Charts.hues(lineUp);
    }

    void add(LineUp.Group group, Distributions.Group shown) {
        Map<CellKey, List<Distributions.Row>> byRow = new LinkedHashMap<>();
        shown.rows()
                .forEach(row -> byRow.computeIfAbsent(row.cell().key().row(), key -> new ArrayList<>())
                        .add(row));
        byRow.forEach((key, rows) -> {
            String label = Names.row(key);
            charts.add(new Chart.Percentiles(
                    new Chart.Frame(
                            "distribution-" + (charts.size() + 1),
                            shown.title() + (label.isEmpty() ? "" : " · " + label),
                            group.benchmark(),
                            rows.get(0).cell().hasClients() ? "every client" : "slowest rank",
                            shown.unit().symbol(),
                            ""),
                    series(rows, shown.unit())));
        });
        for (Distributions.Row row : shown.rows()) {
            row.distribution().samples().ifPresent(samples -> {
                heat(group, shown, row, samples.worst(), "around the slowest, one by one");
                heat(group, shown, row, samples.all(), "all of a launch");
            });
        }
    }

    private void heat(
            LineUp.Group group, Distributions.Group shown, Distributions.Row row, Samples.Strip strip, String which) {
        String each = strip.each() == 1 ? "each operation" : "the longest of each " + strip.each() + " operations";
        List<Chart.Series> rows = new ArrayList<>();
        List<List<Double>> values = new ArrayList<>();
        for (int r = 0; r < strip.ranks().size(); r++) {
            addRow(rows, values, "rank " + strip.ranks().get(r) + " begins late by", strip.late()[r], shown.unit());
        }
        for (int r = 0; r < strip.ranks().size(); r++) {
            addRow(rows, values, "rank " + strip.ranks().get(r) + " takes", strip.nanos()[r], shown.unit());
        }
        charts.add(new Chart.Heat(
                new Chart.Frame(
                        "distribution-" + (charts.size() + 1),
                        shown.title() + " · " + row.label() + " · " + row.where() + " · " + which,
                        group.benchmark(),
                        each + " by rank",
                        shown.unit().symbol(),
                        ""),
                rows,
                strip.first(),
                strip.each(),
                values));
    }

    private static void addRow(
            List<Chart.Series> rows, List<List<Double>> values, String name, double[] nanos, Unit unit) {
        if (Arrays.stream(nanos).allMatch(Double::isNaN)) {
            return;
        }
        rows.add(new Chart.Series(name, 0, 0, false, List.of()));
        values.add(Arrays.stream(nanos)
                .mapToObj(value -> Double.isNaN(value) ? null : unit.from(value))
                .toList());
    }

    private List<Chart.Series> series(List<Distributions.Row> rows, Unit unit) {
        List<Integer> ranks = rows.stream()
                .map(row -> row.cell().column().ranks())
                .distinct()
                .sorted()
                .toList();
        return rows.stream()
                .map(row -> {
                    Column column = row.cell().column();
                    List<Distribution.Point> curve = row.distribution().curve();
                    return new Chart.Series(
                            row.where(),
                            hues.get(column.where()),
                            ranks.indexOf(column.ranks()),
                            row.cell().conditions().oversubscribed(),
                            curve.stream()
                                    .map(point -> point(point, point == curve.get(curve.size() - 1), unit))
                                    .toList());
                })
                .toList();
    }

    private static Chart.Point point(Distribution.Point point, boolean last, Unit unit) {
        double y = unit.from(point.nanos());
        return new Chart.Point(
                last ? "maximum" : percentile(point.oneIn()),
                point.oneIn(),
                y,
                y,
                y,
                List.of(),
                Figures.three(y) + " " + unit.symbol(),
                last
                        ? List.of("the longest of " + String.format(java.util.Locale.ROOT, "%,.0f", point.oneIn()))
                        : List.of());
    }

    /** The name of a percentile, {@code p99.9}, with as many decimals as its nines are worth. */
    private static String percentile(double oneIn) {
        int decimals = Math.max(1, (int) Math.ceil(Math.log10(oneIn)));
        BigDecimal percent = BigDecimal.valueOf(100 - 100 / oneIn).setScale(decimals, RoundingMode.HALF_UP);
        return "p" + percent.stripTrailingZeros().toPlainString();
    }

    List<Chart> all() {
        return List.copyOf(charts);
    }
}
