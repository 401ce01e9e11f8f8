package dev.lockstep.reports.html.comparison;

import dev.lockstep.reports.html.TextTable;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.Verdict;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.WriterOutput;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;

/** A comparison as one HTML file that needs nothing else; compare.jte shows it. */
public record ComparisonPage(Comparison comparison) {
    /** Browsers fail on pages with more rows of one verdict; JSON has all. */
    private static final int ROWS = 1000;

    /** Writes the page; {@code out} is left open. */
    public static void write(Comparison comparison, Writer out) {
        TemplateEngine.createPrecompiled(ContentType.Html)
                .render("compare.jte", new ComparisonPage(comparison), new WriterOutput(out));
    }

    /** The verdicts that some row has. */
    public List<Verdict> verdicts() {
        return Arrays.stream(Verdict.values())
                .filter(verdict -> comparison.count(verdict) > 0)
                .toList();
    }

    public List<Row> rows(Verdict verdict) {
        return ComparisonText.rows(comparison, verdict).stream().limit(ROWS).toList();
    }

    /** The number of rows of a verdict that are not shown. */
    public long more(Verdict verdict) {
        return Math.max(0, comparison.count(verdict) - ROWS);
    }

    /** The full name of a row. */
    public static String fullName(Row row) {
        return TextTable.visible(row.id().toString());
    }
}
