package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Spread;
import dev.lockstep.reports.Unit;
import dev.lockstep.reports.regression.PairedRatio;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The numbers of a cell as text, in the unit of its table. */
public final class CellText {
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
    static String brief(Launches nanos) {
        Unit unit = unit(List.of(nanos));
        return Figures.three(unit.from(nanos.mean())) + " " + unit.symbol();
    }

    /** A number with its error bar, in a unit that goes without saying: {@code 1.23 ±0.04}. */
    static String text(Launches launches, Unit unit) {
        return (Figures.three(unit.from(launches.mean())) + " " + error(launches, unit)).strip();
    }

    /** A ratio with its interval: {@code 3.41× (3.20 to 3.63)}. */
    static String times(PairedRatio ratio) {
        return Figures.ratio(ratio.ratio()) + " (" + Figures.three(ratio.low()) + " to " + Figures.three(ratio.high())
                + ")";
    }

    /** A share with its interval: {@code 44% (41% to 47%)}. */
    static String percent(PairedRatio share) {
        return percent(share.ratio(), share.low(), share.high());
    }

    /** What a share leaves of the whole: {@code 56% (53% to 59%)}. */
    static String rest(PairedRatio share) {
        return percent(1 - share.ratio(), 1 - share.high(), 1 - share.low());
    }

    private static String percent(double share, double from, double to) {
        return String.format(Locale.ROOT, "%.0f%% (%.0f%% to %.0f%%)", 100 * share, 100 * from, 100 * to);
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

    /** {@code 1.68×}; empty when there is none. */
    public static String ratio(Cell cell) {
        return cell.ratio().isPresent() ? Figures.ratio(cell.ratio().getAsDouble()) : "";
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

    /** JMH's other secondary metrics, in their own units. */
    public static String others(Cell cell) {
        return cell.good()
                .map(measured -> measured.others().entrySet().stream()
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
