package dev.lockstep.reports.html.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.Unit;
import dev.lockstep.reports.html.Assets;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.RowId;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import dev.lockstep.reports.regression.Verdict;
import dev.lockstep.run.CellKey;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Golden files: to accept a change, copy what the failing test wrote to {@code target/golden}. */
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
    void writesTextLikeTheGoldenFile() throws IOException {
        assertGolden("comparison.txt", ComparisonText.text(comparison));
    }

    @Test
    void noNameMovesTheCursorOrEndsALine() {
        StringWriter html = new StringWriter();
        ComparisonPage.write(comparison, html);
        String text = ComparisonText.text(comparison);

        assertThat(List.of(text, ComparisonText.markdown(comparison), html.toString()))
                .allSatisfy(any -> assertThat(any)
                        .doesNotContainPattern(Pattern.compile("[\\p{Cntrl}\u0080-\u009f\u202e&&[^\n]]")));
        assertThat(text.lines().filter(line -> line.startsWith("regressed ")))
                .hasSize((int) comparison.count(Verdict.REGRESSED));
    }

    @Test
    void writesMarkdownLikeTheGoldenFile() throws IOException {
        assertGolden("comparison.md", ComparisonText.markdown(comparison));
    }

    @Test
    void markdownStartsWithTheWorstAndFoldsTheRest() {
        String markdown = ComparisonText.markdown(comparison);

        assertThat(markdown).startsWith("## Benchmarks: 4 regressed\n").doesNotContain("<script>", "<svg", "<b>k");
        assertThat(markdown.indexOf("### 4 regressed")).isLessThan(markdown.indexOf("<details>"));
        assertThat(markdown.split("<details>", -1)).hasSameSizeAs(markdown.split("</details>", -1));
        assertThat(markdown.lines().filter(line -> line.startsWith("| ")))
                .allSatisfy(line -> assertThat(
                                line.replaceAll("\\\\\\|", "").chars().filter(c -> c == '|'))
                        .hasSize(9));
    }

    @Test
    void writesHtmlLikeTheGoldenFile() throws IOException {
        StringWriter out = new StringWriter();
        ComparisonPage.write(comparison, out);
        String html = out.toString();

        // The style sheet is not this page's own.
        assertGolden("comparison.html", html.replace(Assets.text("report.css"), ""));
        assertThat(html).doesNotContain("<script", "<svg onload", "<b>k", "http:", "https:", "src=", "url(");
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

    private static void assertGolden(String name, String text) throws IOException {
        Files.createDirectories(Path.of("target/golden"));
        Files.writeString(Path.of("target/golden", name), text);
        assertThat(text).isEqualTo(Files.readString(Path.of("src/test/resources/golden", name)));
    }
}
