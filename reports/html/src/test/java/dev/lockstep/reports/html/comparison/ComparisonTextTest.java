package dev.lockstep.reports.html.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.Unit;
import dev.lockstep.reports.html.Assets;
import dev.lockstep.reports.html.Golden;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.RowId;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import dev.lockstep.reports.regression.Verdict;
import dev.lockstep.run.CellKey;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ComparisonTextTest {
    private static final Path RUNS = Path.of("../model/src/test/resources/runs/compare");

    private static Comparison comparison;

    @BeforeAll
    static void compare() throws IOException {
        comparison = Comparison.of(
                Suite.read(RUNS.resolve("base.json"), Settings.DEFAULT),
                Suite.read(RUNS.resolve("head.json"), Settings.DEFAULT),
                Settings.DEFAULT);
    }

    @Test
    void writesTextMarkdownAndHtmlLikeTheGoldenFilesAndNoNameMovesTheCursor() throws IOException {
        String text = ComparisonText.text(comparison);
        String markdown = ComparisonText.markdown(comparison);
        StringWriter out = new StringWriter();
        ComparisonPage.write(comparison, out);
        String html = out.toString();

        Golden.assertLike("comparison.txt", text);
        Golden.assertLike("comparison.md", markdown);
        // The style sheet is not this page's own.
        Golden.assertLike("comparison.html", html.replace(Assets.text("report.css"), ""));
        assertThat(List.of(text, markdown, html))
                .allSatisfy(any -> assertThat(any)
                        .doesNotContainPattern(Pattern.compile("[\\p{Cntrl}\u0080-\u009f\u202e&&[^\n]]")));
        assertThat(html).doesNotContain("<script", "<svg onload", "<b>k", "http:", "https:", "src=", "url(");
        assertThat(markdown).doesNotContain("<script>", "<svg", "<b>k");
    }

    @Test
    void longTailsAreCutAndCounted() {
        List<Row> rows = IntStream.range(0, 3000)
                .mapToObj(i -> row("org.example." + "Long".repeat(30) + ".benchmark" + i, Verdict.REGRESSED))
                .toList();
        Comparison large = new Comparison("a", "b", Settings.DEFAULT, rows, List.of());
        StringWriter html = new StringWriter();
        ComparisonPage.write(large, html);

        assertThat(ComparisonText.markdown(large)).contains("… and 2940 more.").hasSizeLessThan(65_536);
        assertThat(ComparisonText.text(large).lines()).hasSizeLessThan(70);
        assertThat(ComparisonText.text(large)).contains("… and 2950 more", "3000 regressed.");
        assertThat(html.toString()).contains("And 2000 more, which the JSON has.");
    }

    @Test
    void nothingIsSaidToBeNothing() {
        Comparison empty = new Comparison("a", "b", Settings.DEFAULT, List.of(), List.of());
        StringWriter html = new StringWriter();
        ComparisonPage.write(empty, html);

        assertThat(ComparisonText.text(empty)).isEqualTo("base: a\nhead: b\n\nno row in either.\n");
        assertThat(ComparisonText.markdown(empty)).startsWith("## Benchmarks: nothing to compare");
        assertThat(html.toString()).contains("There is no row in either.");
    }

    private static Row row(String benchmark, Verdict verdict) {
        Optional<Row.Score> score = Optional.of(new Row.Score(1, Unit.of("us/op"), 5, 25));
        RowId id = new RowId(CellKey.of(benchmark, "ss", Map.of(), 1), "");
        return new Row(id, verdict, "why ".repeat(60), score, score, 0.03, Optional.empty());
    }
}
