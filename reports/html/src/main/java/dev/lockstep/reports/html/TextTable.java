package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The line-up for a terminal: one line per row and column, aligned. */
final class TextTable {
    private static final List<String> HEADER =
            List.of("benchmark", "comm", "ranks", "score", "error", "unit", "ratio", "to", "flags");
    private static final List<Boolean> RIGHT = List.of(false, false, true, true, false, false, true, false, false);

    private TextTable() {}

    static String of(LineUp lineUp) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEADER);
        for (LineUp.Table table : lineUp.tables()) {
            for (LineUp.Group group : table.groups()) {
                group.cells().forEach(cell -> lines.add(line(cell, group.unit(), table)));
            }
        }
        return aligned(lines, RIGHT);
    }

    private static List<String> line(Cell cell, Unit unit, LineUp.Table table) {
        var key = cell.key();
        String params = key.row().paramText();
        String threads = key.threads() > 1 ? key.threads() + " threads" : "";
        String inside = params.isEmpty() || threads.isEmpty() ? params + threads : params + ", " + threads;
        boolean hasRatio = cell.ratio().isPresent();
        return List.of(
                visible(Names.brief(key.benchmark()) + (inside.isEmpty() ? "" : "(" + inside + ")")),
                key.comm().isEmpty() ? "-" : visible(key.comm()),
                key.ranks() == 0 ? "-" : String.valueOf(key.ranks()),
                cell.good().isPresent() ? CellText.score(cell, unit) : "-",
                CellText.error(cell, unit).replace("±", "± ").replace("…", ".."),
                unit.ascii(),
                CellText.ratio(cell).replace("×", "x"),
                hasRatio ? visible(table.reference(Column.of(key)).orElseThrow().comm()) : "",
                String.join(", ", Names.flags(cell)));
    }

    /** A name must not move the cursor of a terminal, nor turn the direction of writing. */
    static String visible(String name) {
        return visible(name, "");
    }

    /** As {@link #visible(String)}, but for the control characters in {@code kept}. */
    static String visible(String text, String kept) {
        return text.codePoints()
                .mapToObj(c ->
                        kept.indexOf(c) < 0 && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT)
                                ? "?"
                                : Character.toString(c))
                .collect(Collectors.joining());
    }

    /** Columns under each other; {@code right} says which end at the right. */
    static String aligned(List<List<String>> lines, List<Boolean> right) {
        int[] widths = new int[right.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - line.get(i).length());
                text.append(right.get(i) ? pad + line.get(i) : line.get(i) + pad)
                        .append("  ");
            }
            out.append(text.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }
}
