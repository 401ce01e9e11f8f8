package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Spread;
import dev.lockstep.reports.Unit;
import java.util.List;
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

    /** {@code ±0.012}, or {@code 0.20…0.23} for a range; empty when there is no error bar. */
    public static String error(Cell cell, Unit unit) {
        return cell.good().map(measured -> error(measured, unit)).orElse("");
    }

    private static String error(Measured measured, Unit unit) {
        Spread spread = measured.spread();
        String score = Figures.three(unit.from(measured.score()));
        return switch (spread.kind()) {
            case CONFIDENCE -> "±" + Figures.like(score, unit.from((spread.high() - spread.low()) / 2));
            case FORK_RANGE -> Figures.three(unit.from(spread.low())) + "…" + Figures.three(unit.from(spread.high()));
            case NONE -> "";
        };
    }

    /** {@code 1.68×}; empty when there is none. */
    public static String ratio(Cell cell) {
        return cell.ratio().isPresent() ? Figures.ratio(cell.ratio().getAsDouble()) : "";
    }

    /** The slowest rank's mean of a cell whose ranks wait for each other; empty otherwise. */
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

    /** The slowest rank's mean. */
    public static OptionalDouble slowestRank(Cell cell) {
        return cell.good().map(Measured::slowestRank).orElse(OptionalDouble.empty());
    }

    /** The mean of each fork. */
    public static String forks(Cell cell, Unit unit) {
        List<Double> means = cell.good().map(Measured::forkMeans).orElse(List.of());
        return means.stream().map(mean -> Figures.three(unit.from(mean))).collect(Collectors.joining("  "));
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

    /** The time that an empty operation reads. */
    public static String floor(Cell cell) {
        OptionalDouble floor = cell.conditions().floorNanos();
        return floor.isPresent() ? Figures.three(floor.getAsDouble()) + " ns" : "";
    }

    /** The operations of one iteration, and who chose the number. */
    public static String count(Cell cell) {
        String chosenBy = cell.conditions().chosenBy();
        String n = cell.n() > 0 ? String.format(java.util.Locale.ROOT, "%,d", cell.n()) : "";
        return chosenBy.isEmpty() ? n : n + " (" + chosenBy + ")";
    }
}
