package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Distribution;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Unit;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The part of a report about single operations.
 *
 * @param groups by benchmark, in the line-up's order
 * @param charts one for each benchmark and set of parameters
 */
public record Distributions(List<Group> groups, List<Chart> charts) {
    /**
     * The distributions of one benchmark.
     *
     * @param title the benchmark, in words
     * @param unit in which all its times are shown, as in the line-up
     * @param rows by parameters, then by column
     */
    public record Group(String title, Unit unit, List<Row> rows) {}

    /**
     * One cell's distribution.
     *
     * @param cell whose it is
     * @param distribution of its operations
     * @param percentiles p50, p90, p99, p99.9 and the maximum as text, in the unit of the group; a dash for one
     *     that is not known
     * @param single the lowest and the highest p99 of single ranks, as text; a dash if they are not known
     */
    public record Row(Cell cell, Distribution distribution, List<String> percentiles, String single) {
        /** The row's parameters, or what it does if it has none. */
        public String label() {
            String params = Names.row(cell.key().row());
            return params.isEmpty() ? Names.method(cell.key().benchmark()) : params;
        }

        public String where() {
            return cell.column().label()
                    + Names.marks(List.of(cell), Cell.Flag.OVERSUBSCRIBED, Cell.Flag.EMULATED)
                    + (distribution.elsewhere().isEmpty() ? "" : " (elsewhere: " + distribution.elsewhere() + ")");
        }

        /** The number of operations. */
        public String operations() {
            return number(distribution.slowest().operations());
        }

        /** The number of operations that were not kept; empty if all were. */
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
        Unit unit = group.unit().time() ? group.unit() : Unit.of("ns/op");
        List<Row> rows = cells.stream()
                .map(cell -> {
                    Distribution distribution = run.distributions().get(cell.key());
                    return new Row(cell, distribution, texts(distribution.slowest(), unit), single(distribution, unit));
                })
                .toList();
        return new Group(Names.title(group.benchmark()), unit, rows);
    }

    private static List<String> texts(Distribution.Percentiles slowest, Unit unit) {
        return Stream.of(slowest.p50(), slowest.p90(), slowest.p99(), slowest.p999(), OptionalDouble.of(slowest.max()))
                .map(value -> value.isPresent() ? Figures.three(unit.from(value.getAsDouble())) : "–")
                .toList();
    }

    /**
     * The p99 of single ranks. Values well below the slowest rank's p99 mean that the ranks take turns at being late.
     */
    private static String single(Distribution distribution, Unit unit) {
        DoubleSummaryStatistics p99 = distribution.ranks().values().stream()
                .flatMapToDouble(rank -> rank.p99().stream())
                .summaryStatistics();
        if (p99.getCount() == 0 || p99.getCount() < distribution.ranks().size()) {
            return "–";
        }
        String low = Figures.three(unit.from(p99.getMin()));
        String high = Figures.three(unit.from(p99.getMax()));
        return low.equals(high) ? low : low + "…" + high;
    }
}
