package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Unit;
import dev.lockstep.reports.html.ReportPage.Headline;
import dev.lockstep.reports.regression.PairedRatio;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in plain sentences what a run shows: the smallest and the largest size of each benchmark, place by place. */
final class Headlines {
    private Headlines() {}

    static List<Headline> of(LineUp lineUp) {
        List<Headline> headlines = new ArrayList<>();
        PlacementsSection.sentences(lineUp).forEach(s -> headlines.add(new Headline("Placements", s + ".")));
        headlines.addAll(Serialization.of(lineUp).headlines());
        headlines.addAll(CodecsInContext.of(lineUp));
        for (LineUp.Table table : lineUp.tables()) {
            for (LineUp.Group group : table.groups()) {
                if (table.ranked()) {
                    headlines.addAll(ranked(group));
                } else if (!Serialization.shows(group)) {
                    plain(group).ifPresent(headlines::add);
                }
            }
        }
        return List.copyOf(headlines);
    }

    private static List<Headline> ranked(LineUp.Group group) {
        Map<String, List<LineUp.Row>> bySize = new LinkedHashMap<>();
        for (LineUp.Row row : group.rows()) {
            bySize.computeIfAbsent(Names.others(row.key()), key -> new ArrayList<>())
                    .add(row);
        }
        List<Headline> headlines = new ArrayList<>();
        bySize.forEach((others, rows) -> {
            List<LineUp.Row> measured = rows.stream()
                    .filter(row -> row.cells().values().stream()
                            .anyMatch(cell -> cell.good().isPresent()))
                    .toList();
            if (!measured.isEmpty()) {
                String subject = Names.title(group.benchmark()) + (others.isEmpty() ? "" : ", " + others);
                headlines.add(new Headline(subject, sizes(measured, group.unit())));
            }
        });
        return headlines;
    }

    private static String sizes(List<LineUp.Row> rows, Unit unit) {
        List<LineUp.Row> comparable = rows.stream()
                .filter(row -> row.cells().values().stream().anyMatch(Cell::comparable))
                .toList();
        if (comparable.isEmpty()) {
            return "every cell that has a number is oversubscribed, so no comparison is drawn.";
        }
        LineUp.Row first = comparable.get(0);
        LineUp.Row last = comparable.get(comparable.size() - 1);
        String sentence = sized(first, unit);
        return (first == last ? sentence : sentence + "; " + sized(last, unit)) + ".";
    }

    private static String sized(LineUp.Row row, Unit unit) {
        List<Cell> cells = alike(row.cells().values());
        String ranks = cells.get(0).column().rankText();
        String size =
                row.key().size().map(bytes -> "at " + Figures.bytes(bytes)).orElse("");
        boolean slowest = cells.stream()
                .allMatch(cell -> cell.synchronised()
                        && cell.good()
                                .flatMap(Measured::slowestMedian)
                                .filter(found -> found.means().size() >= Launches.FEWEST)
                                .isPresent());
        String with = ranks.isEmpty() ? "" : "with " + ranks;
        String place = (size + " " + with).strip();
        String text = (place.isEmpty() ? "" : place + ", ") + (slowest ? "slowest rank, in the median " : "");
        return text + list(cells, unit, slowest) + (slowest ? means(cells, unit) : "");
    }

    /** The cells with the rank count at which most places were measured; of several such counts, the smallest. */
    private static List<Cell> alike(Collection<Cell> row) {
        TreeMap<Integer, List<Cell>> byRanks = row.stream()
                .filter(Cell::comparable)
                .collect(Collectors.groupingBy(cell -> cell.column().ranks(), TreeMap::new, Collectors.toList()));
        int most = byRanks.values().stream().mapToInt(List::size).max().orElseThrow();
        return byRanks.values().stream()
                .filter(list -> list.size() == most)
                .findFirst()
                .orElseThrow();
    }

    private static String means(List<Cell> cells, Unit unit) {
        String means = cells.stream().map(cell -> CellText.score(cell, unit)).collect(Collectors.joining(" and "));
        return ", mean over ranks " + means + " " + unit.symbol();
    }

    private static String list(List<Cell> cells, Unit unit, boolean slowest) {
        Cell reference = cells.get(0);
        List<String> places = new ArrayList<>();
        for (Cell cell : cells) {
            String where = cell.column().preposition() + " " + cell.column().where();
            String ratio = cell == reference ? "" : comparison(cell, reference, slowest);
            places.add(Figures.three(unit.from(value(cell, slowest).mean())) + " " + unit.symbol() + " " + where + ratio
                    + marks(cell));
        }
        return String.join(", ", places);
    }

    private static String marks(Cell cell) {
        return Stream.of(Cell.Flag.WARMING, Cell.Flag.DRIFTING, Cell.Flag.EMULATED, Cell.Flag.FEWER_FORKS)
                .filter(cell.flags()::contains)
                .map(flag -> ", " + flag.label())
                .collect(Collectors.joining());
    }

    /** The ratio of the two, where the launches are enough for an interval, and both may be compared. */
    private static String comparison(Cell cell, Cell reference, boolean slowest) {
        if (!cell.claimable() || !reference.claimable()) {
            return "";
        }
        return PairedRatio.of(value(cell, slowest), value(reference, slowest))
                .map(ratio -> " (" + (ratio.isClear() ? Figures.ratio(ratio.ratio()) + ", " : "not told apart, ")
                        + Figures.three(ratio.low()) + " to " + Figures.three(ratio.high()) + ")")
                .orElse("");
    }

    private static Launches value(Cell cell, boolean slowest) {
        Measured measured = cell.good().orElseThrow();
        return slowest ? measured.slowestMedian().orElseThrow() : measured.launches();
    }

    /** Parameters of plain benchmarks may be different work, so this states a range and compares nothing. */
    private static Optional<Headline> plain(LineUp.Group group) {
        List<Cell> cells = group.cells()
                .filter(cell -> cell.good().isPresent())
                .sorted(Comparator.comparingDouble(
                        cell -> cell.good().orElseThrow().score()))
                .toList();
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        String low = plain(cells.get(0), group.unit());
        String high = plain(cells.get(cells.size() - 1), group.unit());
        String sentence = cells.size() == 1 ? low : "from " + low + " to " + high;
        return Optional.of(new Headline(Names.title(group.benchmark()), sentence + "."));
    }

    private static String plain(Cell cell, Unit unit) {
        String row = Names.row(cell.key().row());
        return CellText.score(cell, unit) + " " + unit.symbol() + (row.isEmpty() ? "" : " (" + row + ")") + marks(cell);
    }
}
