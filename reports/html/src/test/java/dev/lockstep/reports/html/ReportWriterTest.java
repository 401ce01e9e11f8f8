package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportWriterTest {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"chart-data\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    private Path directory;

    private String html(RunData run) throws IOException {
        Path html = directory.resolve("report.html");
        new ReportWriter().write(run, html);
        return Files.readString(html);
    }

    private static JsonNode charts(String html) throws IOException {
        Matcher data = DATA.matcher(html);
        assertThat(data.find()).isTrue();
        return new ObjectMapper().readTree(data.group(1));
    }

    /** What is read on the page, a line for each paragraph and row; {@code section} is the identifier of a part of it. */
    private static String text(String html, String section) {
        String part =
                html.substring(section.isEmpty() ? html.indexOf("<body") : html.indexOf("id=\"" + section + "\""));
        return part.substring(part.indexOf('>') + 1, part.indexOf(section.isEmpty() ? "</main>" : "</section>"))
                .replaceAll("(?s)<(style|script|svg|noscript)\\b.*?</\\1>", "")
                .replaceAll("\\s+", " ")
                .replaceAll(
                        "</?(p|li|tr|h\\d|div|section|table|ul|dl|dd|label|button|details|summary)\\b(\"[^\"]*\"|[^\">])*>",
                        "\n")
                .replaceAll("</t[dh]>", " |")
                .replaceAll("<(\"[^\"]*\"|[^\">])*>", "")
                .replaceAll(" *\n[\n ]*", "\n")
                .strip();
    }

    /** Its kind, title and measure, then each series with how many points it has, and its first. */
    private static String outline(JsonNode chart) {
        StringBuilder text = new StringBuilder("\n" + chart.get("kind").asText() + ": "
                + chart.get("title").asText() + ", " + chart.get("measure").asText() + "\n");
        for (String more : List.of("floors", "bands")) {
            text.append(chart.path(more).isEmpty() ? "" : "  " + more + " " + chart.get(more) + "\n");
        }
        for (JsonNode series : chart.get("series")) {
            text.append("  " + series.get("name").asText()
                    + (series.get("oversubscribed").asBoolean() ? " (hollow)" : "") + ", "
                    + series.get("points").size() + ": " + series.at("/points/0") + "\n");
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "suite, ''",
        "distributions, distributions",
        "paired, claims",
        "placements, placements",
        "codecs, stages",
        "transports, line-up"
    })
    void writesTextAndChartsLikeTheGoldenFile(String run, String section) throws IOException {
        String html = html(SampleRun.read(run));
        StringBuilder page = new StringBuilder(text(html, section)).append('\n');
        charts(html).forEach(chart -> page.append(outline(chart)));
        Golden.assertLike(run + "-report.txt", page.toString());
    }

    private static void assertInOrder(String text, String... parts) {
        int at = 0;
        for (String part : parts) {
            assertThat(text.substring(at)).as("after %d", at).contains(part);
            at = text.indexOf(part, at);
        }
    }

    @Test
    void theStoryIsAtTheTopAndWhatIsLeftOutFoldedAtTheEnd() throws IOException {
        StoryRun story = StoryRun.whole()
                .event("\"event\":\"left-out\",\"what\":\"comm mpj\",\"reason\":\"no jar\",\"remedy\":\"setup\"");
        String html = html(story.read(directory.resolve("story")));
        assertInOrder(
                html,
                "<table class=\"ladder\"",
                "a cache line between two cores",
                "62.0 ns",
                "of an object",
                "as in one JVM.",
                "id=\"stages\"",
                "id=\"line-up\"",
                "id=\"environment\"",
                "<section id=\"left-out\">",
                "<details>",
                "comm mpj",
                "</details>");
        assertThat(html).as("what is on the ladder has no chart besides").doesNotContain("id=\"chart-data\"");
    }

    /** In the ladder, in the line-up, and below with what it is about; and in no ratio. */
    @Test
    void aCellThatRanElsewhereIsThereAndMarked() throws IOException {
        StoryRun story = StoryRun.whole()
                .cell(StoryRun.PING_PONG, "bytes=64 comm=ffm ranks=2", 305, 5, 0.01, 1, StoryRun.probed(62))
                .cell(StoryRun.PING_PONG, "bytes=64 comm=c ranks=2", 290, 5, 0.01, 1, StoryRun.probed(330));
        RunData run = story.read(directory.resolve("story"));
        assertInOrder(
                html(run),
                "<table class=\"ladder\"",
                " (elsewhere)",
                "id=\"line-up\"",
                "its numbers are far, 330 ns",
                "near, 62 ns");
        assertThat(LineUp.of(run).cells())
                .filteredOn(cell -> cell.key().benchmark().equals(StoryRun.PING_PONG)
                        && cell.key().comm().equals("c"))
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.good()).isPresent();
                    assertThat(cell.against()).isEmpty();
                });
    }

    @Test
    void whatFailedIsAheadOfEverythingElse() throws IOException {
        StoryRun story = StoryRun.whole()
                .planned("c1", StoryRun.PING_PONG, "bytes=64", "ffm", "")
                .event("\"event\":\"launch\",\"cell\":\"c1\",\"fork\":1,\"status\":\"failed\",\"reason\":\"it fell\"")
                .event("\"event\":\"left-out\",\"what\":\"comm mpj\",\"reason\":\"no jar\",\"remedy\":\"setup\"");
        assertInOrder(
                html(story.read(directory.resolve("story"))),
                "it fell",
                "<table class=\"ladder\"",
                "as in one JVM.",
                "id=\"line-up\"",
                "comm mpj");
    }

    @Test
    void whatARunHasNotIsNotThereEither() throws IOException {
        assertThat(html(SampleRun.read("suite")))
                .doesNotContain("#placements", "from core to core", "several placements", "id=\"claims\"", "#claims");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Files.writeString(empty.resolve("results.json"), "[]");
        assertThat(html(RunData.read(empty))).contains("There is no cell to show", "journal.jsonl is missing");
    }

    @Test
    void aCellThatFailedHasNoPlacementBesideOthersThatHave() throws IOException {
        for (String file : List.of("results.json", "ranks.csv")) {
            Files.copy(SampleRun.path("placements").resolve(file), directory.resolve(file));
        }
        Files.writeString(directory.resolve("journal.jsonl"), """
                {"event": "start", "time": "2026-11-20T09:14:03Z", "command": "lockstep run PingPong", "cells": 1}
                {"event": "cell", "cell": "c1", "benchmark": "dev.lockstep.transport.PingPongBenchmark.pingPong", "mode": "ss", \
                "params": {"bytes": "64"}, "comm": "mpj", "ranks": 2, "threads": 1, "oversubscribed": false}
                {"event": "launch", "cell": "c1", "fork": 1, "status": "failed", "reason": "no progress for 60 s", "rank": 1}
                """);
        assertThat(html(RunData.read(directory))).contains("no progress for 60 s", "id=\"placements\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hostile", "paired"})
    void namesAreNeverMarkup(String run) throws IOException {
        String html = html(SampleRun.read(run));

        assertThat(html).doesNotContain("<script>hacked", "<img src=x", "<svg onload", "<b>k");
        assertThat(charts(html).findValuesAsText("benchmark"))
                .anySatisfy(name -> assertThat(name).contains("</script><script>hacked=1</script>"));
    }

    @Test
    void asksForNothingElseAndLinksTheRawFilesRelativeToTheReport() throws IOException {
        Path run = Files.createDirectories(directory.resolve("a run: 1%"));
        Files.copy(SampleRun.path("suite").resolve("results.json"), run.resolve("results.json"));
        Path html = directory.resolve("out/report.html");
        new ReportWriter().write(RunData.read(run), html);

        assertThat(Files.readString(html).replace(Assets.text("echarts.min.js"), ""))
                .contains("href=\"./../a%20run:%201%25/results.json\"")
                .doesNotContain("http:", "https:", "src=", "@import", "url(");
    }
}
