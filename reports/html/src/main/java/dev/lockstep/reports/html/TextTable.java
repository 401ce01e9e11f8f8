package dev.lockstep.reports.html;

import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table as text: aligned for a terminal, or as Markdown.
 *
 * @param columns from left to right
 * @param <T> what a row shows
 */
public record TextTable<T>(List<Column<T>> columns) {
    /**
     * A column.
     *
     * @param name in the header
     * @param right whether it ends at the right
     * @param figures whether it holds figures, which terminals get in ASCII
     * @param text of a row
     * @param <T> what a row shows
     */
    public record Column<T>(String name, boolean right, boolean figures, Function<T, String> text) {
        private String ascii(T row) {
            String said = visible(text.apply(row));
            return figures
                    ? said.replace("×", "x")
                            .replace("…", "..")
                            .replace("–", "-")
                            .replace("∞", "inf")
                            .replace("±", "± ")
                    : said;
        }
    }

    /** A column of words. */
    public static <T> Column<T> words(String name, Function<T, String> text) {
        return new Column<>(name, false, false, text);
    }

    /** A column of figures, which end at the right. */
    public static <T> Column<T> number(String name, Function<T, String> text) {
        return new Column<>(name, true, true, text);
    }

    /** A column of figures that begin at the left. */
    public static <T> Column<T> range(String name, Function<T, String> text) {
        return new Column<>(name, false, true, text);
    }

    /** The columns of a cell: what it is, where it ran and in how many ranks; dashes where it has none. */
    static <T> List<Column<T>> cells(Function<T, String> name, Function<T, CellKey> cell) {
        return List.of(
                words("benchmark", name),
                words("comm", row -> orDash(cell.apply(row).comm(), "")),
                number("ranks", row -> orDash(String.valueOf(cell.apply(row).ranks()), "0")));
    }

    private static String orDash(String text, String none) {
        return text.equals(none) ? "-" : text;
    }

    /** The same table with other columns before. */
    public TextTable<T> after(List<Column<T>> first) {
        return new TextTable<>(Stream.concat(first.stream(), columns.stream()).toList());
    }

    /** The texts of a row for a terminal, column by column. */
    public List<String> line(T row) {
        return columns.stream().map(column -> column.ascii(row)).toList();
    }

    /** Columns under each other, under a header. */
    public String aligned(List<T> rows) {
        return alignedLines(rows.stream().map(this::line).toList());
    }

    /** The same of lines that {@link #line} made, or that belong to no row. */
    public String alignedLines(List<List<String>> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::name).toList());
        lines.addAll(rows);
        int[] widths = new int[columns.size()];
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
                text.append(columns.get(i).right() ? pad + line.get(i) : line.get(i) + pad)
                        .append("  ");
            }
            out.append(text.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    /** Writes the table after an empty line. */
    public void markdown(List<T> rows, StringBuilder out) {
        out.append("\n|");
        columns.forEach(
                column -> out.append((" " + column.name()).stripTrailing()).append(" |"));
        out.append("\n|");
        columns.forEach(column -> out.append(column.right() ? " ---: |" : " --- |"));
        out.append('\n');
        for (T row : rows) {
            out.append('|');
            columns.forEach(column -> out.append(' ')
                    .append(SummaryWriter.escape(column.text().apply(row)))
                    .append(" |"));
            out.append('\n');
        }
    }

    /** A name must not move the cursor of a terminal, nor turn the direction of writing. */
    public static String visible(String name) {
        return visible(name, "");
    }

    /** As {@link #visible(String)}, but keeps the control characters in {@code kept}. */
    static String visible(String text, String kept) {
        return text.codePoints()
                .mapToObj(c ->
                        kept.indexOf(c) < 0 && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT)
                                ? "?"
                                : Character.toString(c))
                .collect(Collectors.joining());
    }
}
