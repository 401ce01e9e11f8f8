package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The line-up for a terminal: one line per row and column, aligned. */
final class LineUpText {
    private record Line(Cell cell, Unit unit) {
        String ratio() {
            return cell.against().map(other -> Figures.ratio(other.ratio())).orElse("");
        }

        String marks() {
            return Stream.concat(
                            Stream.of(cell.conditions().how()).filter(how -> !how.isEmpty()),
                            Names.flags(cell).stream())
                    .collect(Collectors.joining(", "));
        }

        String to() {
            return cell.against()
                    .map(other -> other.transport().isEmpty() ? other.column().comm() : other.transport())
                    .orElse("");
        }
    }

    private static final TextTable<Line> TABLE = new TextTable<>(List.<TextTable.Column<Line>>of(
                    TextTable.number("score", line -> CellText.score(line.cell(), line.unit())),
                    TextTable.range("error", line -> CellText.error(line.cell(), line.unit())),
                    TextTable.words("unit", line -> line.unit().ascii()),
                    TextTable.number("ratio", Line::ratio),
                    TextTable.words("to", Line::to),
                    TextTable.words("flags", Line::marks)))
            .after(TextTable.cells(
                    line -> Names.brief(line.cell().key().row(), ""),
                    line -> line.cell().key()));

    private LineUpText() {}

    /** The floor and the skew of each column, and what it means to be near that; none if no skew was measured. */
    static List<String> skews(LineUp lineUp) {
        Map<String, String> byColumn = new LinkedHashMap<>();
        lineUp.cells()
                .filter(cell -> cell.conditions().skewNanos().isPresent())
                .forEach(cell -> byColumn.putIfAbsent(
                        cell.column().label(),
                        CellText.nanos(cell.conditions().floorNanos()) + " and "
                                + CellText.nanos(cell.conditions().skewNanos())));
        if (byColumn.isEmpty()) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(byColumn.entrySet().stream()
                .map(found -> found.getKey() + " " + found.getValue())
                .collect(Collectors.joining("; ", "Floor and skew of collectives: ", ".")));
        if (lineUp.count(Cell.Flag.SKEWED) > 0) {
            sentences.add(Cell.Flag.SKEWED.label() + ": " + Cell.Flag.SKEWED.meaning());
        }
        return sentences;
    }

    static String of(LineUp lineUp) {
        List<Line> lines = new ArrayList<>();
        for (LineUp.Table table : lineUp.tables()) {
            for (LineUp.Group group : table.groups()) {
                group.cells().forEach(cell -> lines.add(new Line(cell, group.unit())));
            }
        }
        return TABLE.aligned(lines);
    }
}
