package dev.lockstep.reports.html;

import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.Verdict;
import dev.lockstep.reports.regression.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a comparison as text: aligned for a terminal, as Markdown for a pull request. */
public final class ComparisonText {
    /** A terminal's lines per verdict; JSON has all. */
    private static final int LINES = 50;

    /** Rows of Markdown: a comment on GitHub may have 65,536 characters. */
    private static final int OPEN_ROWS = 60;

    private static final int FOLDED_ROWS = 25;

    private static final int NAME = 160;

    private static final List<String> HEADER =
            List.of("verdict", "benchmark", "ratio", "99% interval", "detectable", "base", "head", "forks", "why");
    private static final List<Boolean> RIGHT = List.of(false, false, true, false, true, true, true, false, false);

    private ComparisonText() {}

    /** An aligned table, what needs attention first, and a last line that sums up. */
    public static String text(Comparison comparison) {
        StringBuilder out = new StringBuilder();
        out.append("base: ").append(TextTable.visible(comparison.base()));
        out.append("\nhead: ").append(TextTable.visible(comparison.head())).append("\n\n");
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEADER);
        for (Verdict verdict : Verdict.values()) {
            List<Row> rows = rows(comparison, verdict);
            rows.stream().limit(LINES).forEach(row -> lines.add(line(row)));
            if (rows.size() > LINES) {
                List<String> more = new ArrayList<>(Collections.nCopies(HEADER.size(), ""));
                more.set(0, verdict.label());
                more.set(1, "… and " + (rows.size() - LINES) + " more");
                lines.add(more);
            }
        }
        if (lines.size() > 1) {
            out.append(TextTable.aligned(lines, RIGHT)).append('\n');
        }
        comparison.notes().forEach(note -> out.append(TextTable.visible(note)).append('\n'));
        return out.append(counts(comparison)).append(".\n").toString();
    }

    private static List<String> line(Row row) {
        return List.of(
                row.verdict().label(),
                name(row),
                Words.ratio(row).replace("×", "x"),
                Words.interval(row).replace("…", ".."),
                Words.detectable(row),
                score(row.base()).replace("–", "-"),
                score(row.head()).replace("–", "-"),
                Words.forks(row).replace("–", "-"),
                why(row));
    }

    /** For a comment: verdict first, then a table per verdict, folded where there is nothing to do. */
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
                        " is the slowdown that would have been flagged with a probability of 80%. *No change* means that the")
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
        out.append("\n| benchmark | ratio | 99% interval | detectable | base | head | forks | why |\n");
        out.append("| --- | ---: | --- | ---: | ---: | ---: | --- | --- |\n");
        for (Row row : rows.subList(0, shown)) {
            out.append("| ").append(SummaryWriter.escape(shortened(name(row))));
            for (String cell : List.of(
                    Words.ratio(row),
                    Words.interval(row),
                    Words.detectable(row),
                    score(row.base()),
                    score(row.head()),
                    Words.forks(row),
                    shortened(why(row)))) {
                out.append(" | ").append(SummaryWriter.escape(cell));
            }
            out.append(" |\n");
        }
        if (rows.size() > shown) {
            out.append("\n… and ").append(rows.size() - shown).append(" more.\n");
        }
        out.append(open ? "" : "\n</details>\n");
    }

    /** What to know without reading on. */
    static String headline(Comparison comparison) {
        long slower = comparison.count(Verdict.REGRESSED);
        if (slower > 0) {
            return slower + " regressed";
        }
        boolean compared =
                comparison.rows().stream().anyMatch(row -> row.verdict().compared());
        return compared ? "nothing regressed" : "nothing to compare";
    }

    /** {@code 2 regressed, 30 no change}. */
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

    /** {@code AllReduceBenchmark.allReduce(bytes=4, comm=local) ranks.max}: without the package. */
    static String name(Row row) {
        String brief = row.id().text().replaceFirst("^" + Pattern.quote(row.id().benchmark()), "");
        String metric = Optional.of(row.id().metric())
                .filter(m -> !m.isEmpty())
                .map(m -> " " + m)
                .orElse("");
        return TextTable.visible(Names.brief(row.id().benchmark()) + brief + metric);
    }

    static String why(Row row) {
        return TextTable.visible(row.why());
    }

    static String score(Optional<Row.Score> score) {
        return TextTable.visible(Words.score(score));
    }

    private static String shortened(String text) {
        return text.length() <= NAME ? text : text.substring(0, NAME - 1) + "…";
    }

    private static String code(String path) {
        return path.replaceAll("[`\\s\\p{Cntrl}]", "?").replace("<", "&lt;");
    }
}
