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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The part of a report about single operations.
 *
 * @param groups by benchmark, in the line-up's order
 * @param charts one for each benchmark and set of parameters
 */
public record Distributions(List<Group> groups, List<Chart> charts) {
    private static final String UNKNOWN = "–";
    private static final int MANY = 10;

    /**
     * The distributions of one benchmark.
     *
     * @param title the benchmark, in words
     * @param unit in which all its times are shown, as in the line-up
     * @param rows by parameters, then by column
     */
    public record Group(String title, Unit unit, List<Row> rows) {
        /** Those in which ranks met. */
        public List<Row> met() {
            return rows.stream().filter(row -> row.ranks().isPresent()).toList();
        }
    }

    /**
     * How ranks compare that met in operations, as text, in the unit of the group; dashes where something is not known.
     *
     * @param means the average, the least and the greatest of the ranks' means: OSU's columns
     * @param sinceLast p50, p99 and the maximum of the time from when the last rank had begun to when the last had ended
     * @param slowest which rank was the slowest most often, and how often
     * @param last which rank the others waited for longest in all: in how many operations it was the last to begin, and by
     *     how much: the median, p99 and the maximum
     */
    public record Ranks(List<String> means, List<String> sinceLast, String slowest, String last) {}

    /** Those in which ranks met. */
    public List<Group> met() {
        return groups.stream().filter(group -> !group.met().isEmpty()).toList();
    }

    /**
     * One cell's distribution.
     *
     * @param cell whose it is
     * @param distribution of its operations
     * @param percentiles p50, p90, p99, p99.9 and the maximum as text, in the unit of the group; a dash for one
     *     that is not known
     * @param single the lowest and the highest p99 of single ranks, as text; a dash if they are not known
     * @param ranks how ranks that met compare; empty if none did
     */
    public record Row(
            Cell cell, Distribution distribution, List<String> percentiles, String single, Optional<Ranks> ranks) {
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

        /** The number of operations that were not kept, and of those that missed their window; empty if there are none. */
        public String note() {
            String kept = distribution
                    .room()
                    .map(room -> "kept " + number(room.kept()) + " of " + number(room.of()) + " calls per thread")
                    .orElse("");
            return Stream.of(kept, missed()).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
        }

        /** Where that is more than a tenth, what is left may be the faster ones. */
        private String missed() {
            long missed = distribution.missed();
            long all = missed + distribution.slowest().operations();
            return missed == 0
                    ? ""
                    : Figures.three(100.0 * missed / all) + "% missed their window"
                            + (missed > all / MANY ? ": too many to trust the others" : "");
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
                    return new Row(
                            cell,
                            distribution,
                            texts(distribution.slowest(), unit),
                            single(distribution, unit),
                            ranks(distribution, unit));
                })
                .toList();
        return new Group(Names.title(group.benchmark()), unit, rows);
    }

    private static List<String> texts(Distribution.Percentiles slowest, Unit unit) {
        return texts(
                unit, slowest.p50(), slowest.p90(), slowest.p99(), slowest.p999(), OptionalDouble.of(slowest.max()));
    }

    private static List<String> texts(Unit unit, OptionalDouble... nanos) {
        return Stream.of(nanos)
                .map(value -> value.isPresent() ? Figures.three(unit.from(value.getAsDouble())) : UNKNOWN)
                .toList();
    }

    private static Optional<Ranks> ranks(Distribution distribution, Unit unit) {
        Distribution.Meeting meeting = distribution.meeting();
        if (meeting.slowest().isEmpty()) {
            return Optional.empty();
        }
        DoubleSummaryStatistics means = distribution.ranks().values().stream()
                .mapToDouble(Distribution.Percentiles::mean)
                .summaryStatistics();
        return Optional.of(new Ranks(
                texts(
                        unit,
                        OptionalDouble.of(means.getAverage()),
                        OptionalDouble.of(means.getMin()),
                        OptionalDouble.of(means.getMax())),
                meeting.sinceLast()
                        .map(since -> texts(unit, since.p50(), since.p99(), OptionalDouble.of(since.max())))
                        .orElse(List.of(UNKNOWN, UNKNOWN, UNKNOWN)),
                most(meeting.slowest(), Distribution.Percentiles::operations)
                        .map(rank -> often(meeting.slowest(), rank))
                        .orElse(UNKNOWN),
                most(meeting.last(), late -> late.operations() * late.mean())
                        .map(rank -> often(meeting.last(), rank) + ", "
                                + late(meeting.last().get(rank), unit))
                        .orElse(UNKNOWN)));
    }

    /** The rank of which there is most; of several the lowest. */
    private static Optional<Integer> most(
            SortedMap<Integer, Distribution.Percentiles> ranks, ToDoubleFunction<Distribution.Percentiles> of) {
        double most = ranks.values().stream().mapToDouble(of).max().orElse(0);
        return ranks.keySet().stream()
                .filter(rank -> of.applyAsDouble(ranks.get(rank)) == most)
                .findFirst();
    }

    private static String often(SortedMap<Integer, Distribution.Percentiles> ranks, int rank) {
        long all = ranks.values().stream()
                .mapToLong(Distribution.Percentiles::operations)
                .sum();
        double percent = 100.0 * ranks.get(rank).operations() / all;
        return "rank " + rank + " in " + Figures.three(percent) + "%";
    }

    private static String late(Distribution.Percentiles late, Unit unit) {
        List<String> texts = texts(unit, late.p50(), late.p99(), OptionalDouble.of(late.max()));
        return "by " + texts.get(0) + " (p99 " + texts.get(1) + ", max " + texts.get(2) + ")";
    }

    /**
     * The p99 of single ranks. Values well below the slowest rank's p99 mean that the ranks take turns at being late.
     */
    private static String single(Distribution distribution, Unit unit) {
        DoubleSummaryStatistics p99 = distribution.ranks().values().stream()
                .flatMapToDouble(rank -> rank.p99().stream())
                .summaryStatistics();
        if (p99.getCount() == 0 || p99.getCount() < distribution.ranks().size()) {
            return UNKNOWN;
        }
        String low = Figures.three(unit.from(p99.getMin()));
        String high = Figures.three(unit.from(p99.getMax()));
        return low.equals(high) ? low : low + "…" + high;
    }
}
