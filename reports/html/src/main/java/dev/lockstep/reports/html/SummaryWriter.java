package dev.lockstep.reports.html;

import dev.lockstep.reports.Calls;
import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a run as text: Markdown for a pull request or a wiki, plain for the terminal. */
public final class SummaryWriter {
    private static final int PROBLEMS = 20;

    /** What {@link #CALLS} shows. */
    public static final String CALLS_MEANING =
            "Calls of the communicator by operation, mean over ranks; app% is of all time, with all that is around operations.";

    /**
     * The text of which GitHub makes a mention, a link or a reference, also when rendered: character references do not
     * prevent that, a zero-width space does.
     */
    private static final Pattern LINKED =
            Pattern.compile("@|:(?=//)|\\bwww(?=\\.)|(#|\\bGH-)(?=\\d)", Pattern.CASE_INSENSITIVE);

    /** What ranks called of their communicator: columns as mpiP has them. */
    public static final TextTable<Calls> CALLS_OF_A_CELL = new TextTable<>(List.<TextTable.Column<Calls>>of(
            TextTable.words("function", Calls::function),
            TextTable.number("calls", call -> Figures.three(call.calls())),
            TextTable.number("time us", call -> Figures.three(call.time())),
            TextTable.number("slowest rank us", call -> Figures.three(call.slowest())),
            TextTable.number("COV", call -> Figures.three(call.variation())),
            TextTable.number("app%", call -> Figures.three(100 * call.app())),
            TextTable.number("MPI%", call -> Figures.three(100 * call.mpi())),
            TextTable.number("bytes", call -> bytes(call, call.bytes())),
            TextTable.number("avrg", call -> bytes(call, call.bytes() / call.messages())),
            TextTable.number(
                    "sizes",
                    call -> call.messages() == 0
                            ? ""
                            : call.least() == call.most()
                                    ? Figures.bytes((long) call.most())
                                    : Figures.bytes((long) call.least()) + " … " + Figures.bytes((long) call.most()))));

    private static final TextTable<Calls> CALLS = CALLS_OF_A_CELL.after(TextTable.cells(
            call -> Names.brief(call.cell().key().row(), ""),
            call -> call.cell().key()));

    /** A short Markdown summary: what ran, the line-up, what failed and what was left out. */
    public String markdown(RunData run) {
        ReportPage page = ReportPage.of(run, Map.of(), List.of());
        StringBuilder out = new StringBuilder("# Lockstep run\n\n");
        out.append(escape(page.identity().line())).append("\n\n");
        out.append(page.verdicts().stream()
                        .map(verdict -> "**" + verdict.count() + "** " + verdict.label())
                        .collect(Collectors.joining(" · ")))
                .append("\n");
        page.placements()
                .sentences()
                .forEach(sentence -> out.append("\n").append(escape(sentence)).append(".\n"));
        run.notes().forEach(note -> out.append("\n> ").append(escape(note)).append("\n"));
        problems("Failed", page.failures(), out);
        if (!page.sentences().isEmpty()) {
            out.append("\n## What this shows\n\n");
            page.sentences()
                    .forEach(sentence ->
                            out.append("- ").append(escape(sentence)).append("\n"));
        }
        page.claims().ifPresent(claims -> claims.markdown(out));
        page.lineUp().tables().forEach(table -> table(table, out));
        distributions(page.distributions(), out);
        if (!page.calls().isEmpty()) {
            out.append("\n## Calls of the communicator\n\n")
                    .append(CALLS_MEANING)
                    .append('\n');
            CALLS.markdown(page.calls(), out);
            page.checksums()
                    .forEach(sentence ->
                            out.append('\n').append(escape(sentence)).append(".\n"));
        }
        out.append("\nThe score is the mean over ranks");
        out.append(page.errorBars().isEmpty() ? "" : ". Error bars: " + page.errorBars());
        out.append(". A ratio compares columns of as many ranks, in this run only.\n");
        LineUpText.skews(page.lineUp())
                .forEach(sentence -> out.append("\n").append(escape(sentence)).append("\n"));
        problems("Left out", page.leftOut(), out);
        return out.toString();
    }

    /** The sentences of the report, in ASCII as far as they are our own words. */
    public List<String> sentences(RunData run) {
        return ReportPage.of(run, Map.of(), List.of()).sentences().stream()
                .map(TextTable::visible)
                .toList();
    }

    /** An aligned line-up, one line per row and column; under it the claims of a run that compares. */
    public String text(RunData run) {
        LineUp lineUp = LineUp.of(run);
        return LineUpText.of(lineUp)
                + Stream.concat(LineUpText.skews(lineUp).stream(), PlacementsSection.sentences(lineUp).stream())
                        .map(sentence -> TextTable.visible(sentence) + "\n")
                        .collect(Collectors.joining())
                + ClaimsSection.of(run).map(ClaimsSection::text).orElse("")
                + calls(lineUp);
    }

    private static String bytes(Calls call, double bytes) {
        return call.messages() == 0 ? "" : String.format(Locale.ROOT, "%,d", Math.round(bytes));
    }

    private static String calls(LineUp lineUp) {
        List<Calls> calls = Calls.of(lineUp);
        return calls.isEmpty()
                ? ""
                : "\n" + CALLS_MEANING + "\n" + CALLS.aligned(calls)
                        + ReportPage.checksums(lineUp).stream()
                                .map(sentence -> TextTable.visible(sentence) + "\n")
                                .collect(Collectors.joining());
    }

    private static void problems(String title, List<Problem> problems, StringBuilder out) {
        if (!problems.isEmpty()) {
            out.append("\n## ").append(title).append("\n\n");
            problems.stream().limit(PROBLEMS).forEach(problem -> {
                out.append("- **").append(escape(problem.kind())).append("** ").append(escape(problem.what()));
                out.append(problem.reason().isEmpty() ? "" : ": " + escape(problem.reason()));
                out.append(problem.remedy().isEmpty() ? "" : " *Remedy:* " + escape(problem.remedy()));
                out.append("\n");
            });
            out.append(problems.size() > PROBLEMS ? "- … and " + (problems.size() - PROBLEMS) + " more\n" : "");
        }
    }

    private static void table(LineUp.Table table, StringBuilder out) {
        out.append(table.ranked() ? "\n## Line-up\n" : "\n## Without ranks\n");
        out.append("\n| benchmark | unit |");
        for (Column column : table.columns()) {
            String to = ReportPage.reference(table, column);
            out.append(' ').append(escape(column.label()));
            out.append(to.isEmpty() ? "" : " (× " + escape(to) + ")").append(" |");
        }
        out.append("\n| --- | --- |")
                .append(" ---: |".repeat(table.columns().size()))
                .append('\n');
        for (LineUp.Group group : table.groups()) {
            for (LineUp.Row row : group.rows()) {
                String label = Names.row(row);
                out.append("| ").append(escape(Names.title(group.benchmark())));
                out.append(label.isEmpty() ? "" : ", " + escape(label));
                out.append(" | ").append(escape(group.unit().symbol())).append(" |");
                for (Column column : table.columns()) {
                    String text =
                            row.cell(column).map(cell -> cell(cell, group)).orElse("");
                    out.append(' ').append(text).append(" |");
                }
                out.append('\n');
            }
        }
    }

    private static void distributions(Distributions distributions, StringBuilder out) {
        if (distributions.groups().isEmpty()) {
            return;
        }
        out.append(
                "\n## Distributions\n\nOf each operation the slowest rank, or every client of a server, in launches of their own.\n");
        out.append("\n| benchmark | unit | where | operations | p50 | p90 | p99 | p99.9 | max |\n");
        out.append("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        for (Distributions.Group group : distributions.groups()) {
            for (Distributions.Row row : group.rows()) {
                String label = Names.row(row.cell().key().row());
                out.append("| ").append(escape(group.title()));
                out.append(label.isEmpty() ? "" : ", " + escape(label));
                out.append(" | ").append(escape(group.unit().symbol()));
                out.append(" | ").append(escape(row.where()));
                out.append(" | ").append(row.operations());
                row.percentiles().forEach(text -> out.append(" | ").append(text));
                out.append(" |\n");
            }
        }
    }

    private static String cell(Cell cell, LineUp.Group group) {
        String score = cell.good().isEmpty() ? "" : CellText.score(cell, group.unit());
        String slowest = CellText.slowest(cell, group.unit());
        String ratio = CellText.ratio(cell);
        String text = score + " " + CellText.error(cell, group.unit())
                + (ratio.isEmpty() ? "" : " (" + ratio + ")")
                + (slowest.isEmpty() ? "" : ", slowest batch mean " + slowest)
                + Names.flags(cell).stream().map(flag -> " *" + flag + "*").collect(Collectors.joining());
        return escape(text.strip().replace("*", "\ue000")).replace("\ue000", "*");
    }

    /**
     * Text from files must not become markup, end a table cell, start an HTML element, call or link to anything, or
     * move a terminal's cursor.
     */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder();
        String line = TextTable.visible(text.replaceAll("\\s+", " ").strip());
        for (char c : LINKED.matcher(line).replaceAll("$0\u200B").toCharArray()) {
            switch (c) {
                case '\u200B' -> out.append("&#8203;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '\\', '`', '*', '_', '[', ']', '|', '#', '~' ->
                    out.append('\\').append(c);
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
