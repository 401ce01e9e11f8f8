package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Distribution;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What the report shows of single operations.
 *
 * @param groups by benchmark, in the line-up's order
 * @param charts one for each benchmark and set of parameters
 */
public record Distributions(List<Group> groups, List<Chart> charts) {
    /**
     * The distributions of one benchmark.
     *
     * @param title the benchmark, in words
     * @param unit in which all its times are shown
     * @param rows by parameters, then by column
     */
    public record Group(String title, Unit unit, List<Row> rows) {}

    /**
     * One of them.
     *
     * @param cell whose it is
     * @param distribution of its operations
     * @param percentiles p50, p90, p99, p99.9 and the maximum as text, in the unit of the group; a dash for one that is not known
     */
    public record Row(Cell cell, Distribution distribution, List<String> percentiles) {
        /** Its parameters, or what it does if it has none. */
        public String label() {
            String params = Names.row(cell.key().row());
            return params.isEmpty() ? Names.method(cell.key().row().benchmark()) : params;
        }

        /** Where it ran. */
        public String where() {
            return cell.key().column().label() + (cell.conditions().oversubscribed() ? " (oversubscribed)" : "");
        }

        /** How many operations there were. */
        public String operations() {
            return number(distribution.slowest().operations());
        }

        /** What was not kept; empty if everything was. */
        public String note() {
            return distribution
                    .room()
                    .map(room -> "kept " + number(room.kept()) + " of " + number(room.of()) + " calls per thread")
                    .orElse("");
        }

        private static String number(long n) {
            return String.format(Locale.ROOT, "%,d", n);
        }
    }

    static Distributions of(RunData run, LineUp lineUp) {
        List<Group> groups = new ArrayList<>();
        DistributionCharts charts = new DistributionCharts(lineUp);
        for (LineUp.Table table : lineUp.tables()) {
            for (LineUp.Group group : table.groups()) {
                List<Cell> cells = group.cells()
                        .filter(cell -> run.distributions().containsKey(cell.key()))
                        .toList();
                if (!cells.isEmpty()) {
                    Group shown = group(run, group, cells);
                    groups.add(shown);
                    charts.add(group, shown);
                }
            }
        }
        return new Distributions(List.copyOf(groups), charts.all());
    }

    private static Group group(RunData run, LineUp.Group group, List<Cell> cells) {
        // The medians decide: a maximum is often a thousand times as long.
        List<Double> medians = cells.stream()
                .map(cell -> run.distributions().get(cell.key()).slowest())
                .map(slowest -> slowest.p50().orElse(slowest.max()))
                .toList();
        Unit unit = Unit.of("ns/op").toShow(medians);
        List<Row> rows = cells.stream()
                .map(cell -> {
                    Distribution distribution = run.distributions().get(cell.key());
                    return new Row(cell, distribution, texts(distribution.slowest(), unit));
                })
                .toList();
        return new Group(Names.title(group.benchmark()), unit, rows);
    }

    private static List<String> texts(Distribution.Percentiles slowest, Unit unit) {
        return Stream.of(slowest.p50(), slowest.p90(), slowest.p99(), slowest.p999(), OptionalDouble.of(slowest.max()))
                .map(value -> value.isPresent() ? Figures.three(unit.from(value.getAsDouble())) : "–")
                .toList();
    }
}
