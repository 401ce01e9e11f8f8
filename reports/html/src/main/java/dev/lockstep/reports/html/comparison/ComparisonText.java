package dev.lockstep.reports.html.comparison;

import dev.lockstep.reports.html.Names;
import dev.lockstep.reports.html.SummaryWriter;
import dev.lockstep.reports.html.TextTable;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.RowId;
import dev.lockstep.reports.regression.Verdict;
import dev.lockstep.reports.regression.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Writes a comparison as text: aligned for a terminal, as Markdown for a pull request. */
public final class ComparisonText {
    /** The lines per verdict on a terminal; JSON has all. */
    private static final int LINES = 50;

    /** Rows of Markdown: a comment on GitHub may have 65,536 characters. */
    private static final int OPEN_ROWS = 60;

    private static final int FOLDED_ROWS = 25;

    private static final int NAME = 160;

    private ComparisonText() {}

    /** An aligned table, what needs attention first, and a last line that sums up. */
    public static String text(Comparison comparison) {
        StringBuilder out = new StringBuilder();
        out.append("base: ").append(TextTable.visible(comparison.base()));
        out.append("\nhead: ").append(TextTable.visible(comparison.head())).append("\n\n");
        TextTable<Row> table = table(UnaryOperator.identity())
                .after(List.of(TextTable.words("verdict", row -> row.verdict().label())));
        List<List<String>> lines = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            List<Row> rows = rows(comparison, verdict);
            rows.stream().limit(LINES).forEach(row -> lines.add(table.line(row)));
            if (rows.size() > LINES) {
                List<String> more =
                        new ArrayList<>(Collections.nCopies(table.columns().size(), ""));
                more.set(0, verdict.label());
                more.set(1, "… and " + (rows.size() - LINES) + " more");
                lines.add(more);
            }
        }
        if (!lines.isEmpty()) {
            out.append(table.alignedLines(lines)).append('\n');
        }
        comparison.notes().forEach(note -> out.append(TextTable.visible(note)).append('\n'));
        return out.append(counts(comparison)).append(".\n").toString();
    }

    private static TextTable<Row> table(UnaryOperator<String> fit) {
        return new TextTable<>(List.of(
                TextTable.words("benchmark", row -> fit.apply(name(row))),
                TextTable.number("ratio", Words::ratio),
                TextTable.range("95% interval", Words::interval),
                TextTable.number("detectable", Words::detectable),
                TextTable.number("base", row -> Words.score(row.base())),
                TextTable.number("head", row -> Words.score(row.head())),
                TextTable.range("forks", Words::forks),
                TextTable.words("why", row -> fit.apply(why(row)))));
    }

    /** Markdown for a comment: verdict first, then a table per verdict, folded where there is nothing to do. */
    public static String markdown(Comparison comparison) {
        StringBuilder out = new StringBuilder("## Benchmarks: ")
                .append(headline(comparison))
                .append("\n\n");
        out.append("Head `").append(code(comparison.head()));
        out.append("` against base `").append(code(comparison.base())).append("`: ");
        out.append(counts(comparison)).append(".\n");
        comparison
                .notes()
                .forEach(note ->
                        out.append("\n> ").append(SummaryWriter.escape(note)).append('\n'));
        for (Verdict verdict : Verdict.values()) {
            List<Row> rows = rows(comparison, verdict);
            if (!rows.isEmpty()) {
                section(verdict, rows, out);
            }
        }
        out.append(
                        "\nThe ratio is what head costs over what base costs: above 1 is slower, for throughputs too. *Detectable*")
                .append(
                        " is the slowdown that would have been called with a probability of 80%. *No change* means that the")
                .append(" whole interval lies within the floor, ")
                .append(Words.percent(comparison.settings().floor()))
                .append(" unless set otherwise; *inconclusive* that it does not.\n");
        return out.toString();
    }

    private static void section(Verdict verdict, List<Row> rows, StringBuilder out) {
        boolean open = verdict == Verdict.REGRESSED;
        int shown = Math.min(rows.size(), open ? OPEN_ROWS : FOLDED_ROWS);
        String title = rows.size() + " " + verdict.label();
        out.append(open ? "\n### " + title + "\n" : "\n<details><summary>" + title + "</summary>\n");
        table(ComparisonText::shortened).markdown(rows.subList(0, shown), out);
        if (rows.size() > shown) {
            out.append("\n… and ").append(rows.size() - shown).append(" more.\n");
        }
        out.append(open ? "" : "\n</details>\n");
    }

    /** A line for those who do not read on. */
    public static String headline(Comparison comparison) {
        long slower = comparison.count(Verdict.REGRESSED);
        long broken = comparison.broken();
        if (slower + broken > 0) {
            return (slower > 0 ? slower + " regressed" : "")
                    + (slower > 0 && broken > 0 ? ", " : "")
                    + (broken > 0 ? broken + " failed in head" : "");
        }
        boolean compared =
                comparison.rows().stream().anyMatch(row -> row.verdict().compared());
        return compared ? "nothing regressed" : "nothing to compare";
    }

    /** The number of rows by verdict: {@code 2 regressed, 30 no change}. */
    static String counts(Comparison comparison) {
        String counts = Arrays.stream(Verdict.values())
                .filter(verdict -> comparison.count(verdict) > 0)
                .map(verdict -> comparison.count(verdict) + " " + verdict.label())
                .collect(Collectors.joining(", "));
        return counts.isEmpty() ? "no row in either" : counts;
    }

    static List<Row> rows(Comparison comparison, Verdict verdict) {
        return comparison.rows().stream()
                .filter(row -> row.verdict() == verdict)
                .toList();
    }

    /** The row's name without the package: {@code AllReduceBenchmark.allReduce(bytes=4, comm=local) ranks.max}. */
    public static String name(Row row) {
        RowId id = row.id();
        String inside = id.text().substring(id.benchmark().length());
        return TextTable.visible(
                Names.brief(id.benchmark()) + inside + (id.metric().isEmpty() ? "" : " " + id.metric()));
    }

    /** The reason, where the verdict needs it. */
    public static String why(Row row) {
        return TextTable.visible(row.why());
    }

    public static String score(Optional<Row.Score> score) {
        return TextTable.visible(Words.score(score));
    }

    private static String shortened(String text) {
        return text.length() <= NAME ? text : text.substring(0, NAME - 1) + "…";
    }

    private static String code(String path) {
        return path.replaceAll("[`\\s\\p{Cntrl}]", "?").replace("<", "&lt;");
    }
}
