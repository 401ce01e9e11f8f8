package dev.lockstep.reports.html;

import dev.lockstep.reports.Calls;
import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Ratio;
import dev.lockstep.reports.Spread;
import dev.lockstep.reports.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The numbers of a cell as text, in the unit of its table. */
public final class CellText {
    private static final double LEAST_SHARE = 0.005;
    private static final double WIDEST_SHARE = 0.5;

    private CellText() {}

    /** The score; a dash when the cell has none that counts. */
    public static String score(Cell cell, Unit unit) {
        return cell.good()
                .map(measured -> Figures.three(unit.from(measured.score())))
                .orElse("–");
    }

    /** {@code ±0.012}, or {@code (0.20, 0.23)} for two launches; empty when there is no error bar. */
    public static String error(Cell cell, Unit unit) {
        return cell.good().map(measured -> error(measured.launches(), unit)).orElse("");
    }

    /** The unit in which nanoseconds are shown. */
    static Unit unit(List<Launches> nanos) {
        return Unit.of("ns/op").toShow(nanos.stream().map(Launches::mean).toList());
    }

    /** Nanoseconds without an error bar: {@code 1.23 µs}. */
    static String brief(double nanos) {
        Unit unit = Unit.of("ns/op").toShow(List.of(nanos));
        return Figures.three(unit.from(nanos)) + " " + unit.symbol();
    }

    /** A number with its error bar, in a unit that goes without saying: {@code 1.23 ±0.04}. */
    static String text(Launches launches, Unit unit) {
        return (Figures.three(unit.from(launches.mean())) + " " + error(launches, unit)).strip();
    }

    /** The interval of a ratio, {@code between 1.8 and 2.1 times as long}; empty if it does not tell the ratio from 1. */
    static Optional<String> times(Ratio ratio) {
        String form = "%,." + (ratio.low() < 1.995 ? 2 : ratio.low() < 9.95 ? 1 : 0) + "f";
        String low = String.format(Locale.ROOT, form, ratio.low());
        String high = String.format(Locale.ROOT, form, ratio.high());
        return ratio.clearness() <= 0 || (ratio.low() > 1 ? low : high).equals("1.00")
                ? Optional.empty()
                : Optional.of(between(low, high) + " times as long");
    }

    /** The interval of a part, {@code between 12% and 14%}; empty if it is nearly none, reaches the whole, or says nothing. */
    static Optional<String> share(Ratio share) {
        boolean says = share.low() >= LEAST_SHARE && share.high() < 1 && share.high() - share.low() < WIDEST_SHARE;
        return says ? Optional.of(between(percent(share.low()), percent(share.high()))) : Optional.empty();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.1 ? "%.1f%%" : "%.0f%%", 100 * share);
    }

    private static String between(String low, String high) {
        return low.equals(high) ? "about " + low : "between " + low + " and " + high;
    }

    /** The interval of a time, {@code 95% interval 110 ns to 114 ns, }; empty if there is none. */
    static String interval(Launches nanos) {
        Spread spread = nanos.spread();
        return spread.kind() == Spread.Kind.CONFIDENCE
                ? "95% interval " + brief(spread.low()) + " to " + brief(spread.high()) + ", "
                : "";
    }

    private static String error(Launches launches, Unit unit) {
        Spread spread = launches.spread();
        String score = Figures.three(unit.from(launches.mean()));
        return switch (spread.kind()) {
            case CONFIDENCE -> "±" + Figures.like(score, unit.from(spread.half()));
            case BOTH_LAUNCHES -> "(" + forks(launches, unit, ", ") + ")";
            case NONE -> "";
        };
    }

    /** {@code 1.68×}, or {@code 1.68× socket} if it is to another transport of its column; empty when there is none. */
    public static String ratio(Cell cell) {
        return cell.against()
                .map(other -> (Figures.ratio(other.ratio()) + " " + other.transport()).strip())
                .orElse("");
    }

    /** The mean of each batch's slowest rank, of a cell whose ranks wait for each other; empty otherwise. */
    public static String slowest(Cell cell, Unit unit) {
        return cell.synchronised() ? number(slowestRank(cell), unit) : "";
    }

    /** A number of a cell; empty when there is none. */
    public static String number(OptionalDouble value, Unit unit) {
        return value.isPresent() ? Figures.three(unit.from(value.getAsDouble())) : "";
    }

    /** The fastest rank's mean. */
    public static OptionalDouble fastestRank(Cell cell) {
        return cell.good().map(Measured::fastestRank).orElse(OptionalDouble.empty());
    }

    /** The mean of each batch's slowest rank. */
    public static OptionalDouble slowestRank(Cell cell) {
        return cell.good().map(Measured::slowestRank).orElse(OptionalDouble.empty());
    }

    /** The mean of each fork. */
    public static String forks(Cell cell, Unit unit) {
        return cell.good()
                .map(measured -> forks(measured.launches(), unit, "  "))
                .orElse("");
    }

    private static String forks(Launches launches, Unit unit, String between) {
        return launches.means().values().stream()
                .map(mean -> Figures.three(unit.from(mean)))
                .collect(Collectors.joining(between));
    }

    /** The ranks that are scored, if not all are, and what stands in for what is lacking: {@code score: even ranks}. */
    public static String remarks(Cell cell) {
        String scored = cell.conditions().scored();
        String emulated = cell.conditions().emulated();
        return ((scored.isEmpty() ? "" : "score: " + scored) + (emulated.isEmpty() ? "" : "  emulated: " + emulated))
                .strip();
    }

    /** The mean of each rank. */
    public static String ranks(Cell cell, Unit unit) {
        return cell.good()
                .map(measured -> measured.rankMeans().entrySet().stream()
                        .map(rank -> rank.getKey() + ": " + Figures.three(unit.from(rank.getValue())))
                        .collect(Collectors.joining("  ")))
                .orElse("");
    }

    /** JMH's other secondary metrics, in their own units, but for those of calls, which have a table. */
    public static String others(Cell cell) {
        return cell.good()
                .map(measured -> measured.others().entrySet().stream()
                        .filter(other -> !other.getKey().startsWith(Calls.PREFIX))
                        .sorted(java.util.Map.Entry.comparingByKey())
                        .map(other -> other.getKey() + ": "
                                + Figures.three(other.getValue().score()) + " "
                                + other.getValue().unit().name())
                        .collect(Collectors.joining("  ")))
                .orElse("");
    }

    /** A time in nanoseconds, if it is known. */
    public static String nanos(OptionalDouble time) {
        return time.isPresent() ? Figures.three(time.getAsDouble()) + " ns" : "";
    }

    /** The operations of one iteration, and who chose the number. */
    public static String count(Cell cell) {
        String chosenBy = cell.conditions().chosenBy();
        String n = cell.n() > 0 ? String.format(Locale.ROOT, "%,d", cell.n()) : "";
        return chosenBy.isEmpty() ? n : n + " (" + chosenBy + ")";
    }
}
