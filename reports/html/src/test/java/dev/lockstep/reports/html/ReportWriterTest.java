package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportWriterTest {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"chart-data\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void showsFailuresInPlainSight() throws IOException {
        String html = html("suite");

        assertThat(html)
                .contains("All reduce, 64 KiB, on openmpi, 4 ranks")
                .contains("fork 2, rank 3: no progress for 60 s")
                .contains("set MPJ_HOME to the directory of MPJ Express 0.44");
        assertThat(html.indexOf("no progress for 60 s")).isLessThan(html.indexOf("id=\"charts\""));
    }

    @Test
    void drawsLinesWhereThereAreSizesAndBarsWhereThereAreNone() throws IOException {
        JsonNode charts = data(html("suite"));

        assertThat(charts.findValuesAsText("kind")).containsExactly("lines", "lines", "bars", "bars");
        JsonNode line = charts.get(0).get("series").get(1);
        assertThat(line.get("name").asText()).isEqualTo("one JVM, 4 ranks (oversubscribed)");
        assertThat(line.get("oversubscribed").asBoolean()).isTrue();
        assertThat(line.get("points")).hasSize(4);
        assertThat(line.get("points").get(0).get("forks")).hasSize(3);
    }

    @Test
    void drawsALineByPercentileForEachPlaceThatHasADistribution() throws IOException {
        String html = html("distributions");
        List<JsonNode> charts = new ArrayList<>();
        data(html).forEach(chart -> {
            if (chart.get("kind").asText().equals("percentiles")) {
                charts.add(chart);
            }
        });

        assertThat(charts)
                .extracting(chart -> chart.get("title").asText())
                .containsExactly("All reduce · 64 B", "All reduce · 64 KiB", "Ping pong · 64 B", "Ping pong · 64 KiB");
        assertThat(charts.get(0).findValuesAsText("name"))
                .containsExactly("one JVM, 2 ranks", "one JVM, 4 ranks (oversubscribed)", "openmpi, 2 ranks");
        assertThat(charts.get(3).findValuesAsText("name")).containsExactly("one JVM, 2 ranks");
        JsonNode points = charts.get(0).at("/series/0/points");
        assertThat(points.get(10).get("label").asText()).isEqualTo("p90");
        assertThat(points.get(30).get("label").asText()).isEqualTo("p99.9");
        assertThat(points.get(points.size() - 1).get("label").asText()).isEqualTo("maximum");
        assertThat(html)
                .contains("no distribution", "rank 1 (pid 4711 on node1): it ended before it had delivered its results")
                .contains("href=\"" + "./", "distributions\">distributions</a>");
    }

    @Test
    void drawsAForestOfRatiosForEachBenchmarkThatHasAny() throws IOException {
        String html = html("paired");
        List<JsonNode> charts = new ArrayList<>();
        data(html).forEach(chart -> {
            if (chart.get("kind").asText().equals("forest")) {
                charts.add(chart);
            }
        });

        assertThat(charts)
                .extracting(chart -> chart.get("title").asText())
                .startsWith("Ping pong · comm=openmpi", "Ping pong · comm=mpj", "All reduce")
                .hasSize(4);
        JsonNode pingPong = charts.get(0);
        assertThat(pingPong.get("measure").asText()).isEqualTo("ratio of costs to comm=local");
        assertThat(pingPong.get("series")).hasSize(3);
        JsonNode first = pingPong.at("/series/0/points/0");
        assertThat(first.get("label").asText()).isEqualTo("4 B · openmpi, 2 ranks");
        assertThat(first.get("low").asDouble()).isBetween(1.0, first.get("y").asDouble());
        assertThat(first.get("facts").get(1).asText()).isEqualTo("slower");
        // Each row that has a ratio has A/A beside it; the one that failed is in the table only.
        assertThat(pingPong.at("/series/2/points")).hasSize(3 + 1);
        assertThat(html)
                .contains("href=\"#claims\"", "head failed: fork 1, rank 1", "slower at 1 of 3 sizes")
                .contains("fewer than 10 pairs", "base is oversubscribed");
    }

    @Test
    void drawsScoresOverPlacementsAPointForEachLaunchInEach() throws IOException {
        String html = html("placements");
        List<JsonNode> charts = new ArrayList<>();
        data(html).forEach(chart -> {
            if (chart.get("kind").asText().equals("placements")) {
                charts.add(chart);
            }
        });

        assertThat(charts)
                .extracting(chart -> chart.get("title").asText())
                .containsExactlyInAnyOrder("Ping pong · 64 B", "All reduce · 64 B");
        assertThat(charts).allSatisfy(chart -> {
            assertThat(chart.get("bands").findValuesAsText("label")).containsExactly("near (62 ns)", "far (329 ns)");
            assertThat(chart.get("series")).allSatisfy(series -> {
                boolean moved = series.get("name").asText().endsWith("(moved meanwhile)");
                series.get("points")
                        .forEach(point -> assertThat(inBand(
                                        chart.get("bands"), point.get("x").asDouble()))
                                .as(point.toString())
                                .isEqualTo(!moved));
            });
        });
        assertThat(html)
                .contains(
                        "this machine moved: 62 ns from core to core in ",
                        "href=\"#placements\"",
                        ">several placements<");
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
        Path html = directory.resolve("report.html");

        new ReportWriter().write(RunData.read(directory), html);

        assertThat(Files.readString(html)).contains("no progress for 60 s", ">several placements<");
    }

    private static boolean inBand(JsonNode bands, double nanos) {
        boolean in = false;
        for (JsonNode band : bands) {
            in |= nanos >= band.get("low").asDouble()
                    && nanos <= band.get("high").asDouble();
        }
        return in;
    }

    @Test
    void drawsTransportsBesideEachOtherByFamilyAboveTheFloor() throws IOException {
        JsonNode charts = data(html("transports"));

        assertThat(charts.findValuesAsText("title"))
                .contains(
                        "Transport ping pong: ping pong · receive=blocking · one JVM, 2 ranks",
                        "Transport ping pong: ping pong · receive=blocking · none, 2 ranks");
        assertThat(charts.get(0).get("series").findValuesAsText("name"))
                .containsExactly("inproc", "shm", "nio", "socket", "socket-open-close", "uds", "communicator");
        assertThat(charts.get(0).get("families").findValuesAsText("title"))
                .containsExactly("memory", "sockets", "message passing");
        assertThat(charts.get(0).get("floors")).isEmpty();
        JsonNode processes = charts.get(1);
        assertThat(processes.get("series").findValuesAsText("name"))
                .containsExactly("shm", "nio", "socket", "socket-open-close", "uds");
        assertThat(processes.at("/floors/0/label").asText())
                .startsWith("a cache line from core to core: ")
                .endsWith(" ns");
        assertThat(processes.at("/floors/0/y").asDouble()).isBetween(0.05, 0.1);
    }

    @Test
    void aRunThatWasNotProbedHasNoPlacements() throws IOException {
        assertThat(html("suite")).doesNotContain("#placements", "from core to core", "several placements");
    }

    @Test
    void aRunThatComparesNothingHasNoClaims() throws IOException {
        assertThat(html("suite")).doesNotContain("id=\"claims\"", "#claims");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hostile", "paired"})
    void namesAreNeverMarkup(String run) throws IOException {
        String html = html(run);

        assertThat(html).doesNotContain("<script>hacked", "<img src=x", "<svg onload", "<b>k");
        assertThat(data(html).findValuesAsText("benchmark"))
                .anySatisfy(name -> assertThat(name).contains("</script><script>hacked=1</script>"));
    }

    @Test
    void asksForNothingElse() throws IOException {
        String own = html("suite").replace(Assets.text("echarts.min.js"), "");

        assertThat(own).doesNotContain("http:", "https:", "src=", "@import", "url(");
    }

    @Test
    void linksTheRawFilesRelativeToTheReport() throws IOException {
        Path run = Files.createDirectories(directory.resolve("a run: 1%"));
        Files.copy(SampleRun.path("suite").resolve("results.json"), run.resolve("results.json"));
        Path html = directory.resolve("out/report.html");

        new ReportWriter().write(RunData.read(run), html);

        assertThat(Files.readString(html)).contains("href=\"./../a%20run:%201%25/results.json\"");
    }

    @Test
    void writesAReportOfARunThatHasNothing() throws IOException {
        Files.writeString(directory.resolve("results.json"), "[]");
        Path html = directory.resolve("report.html");

        new ReportWriter().write(RunData.read(directory), html);

        assertThat(Files.readString(html)).contains("There is no cell to show", "journal.jsonl is missing");
    }

    private String html(String run) throws IOException {
        Path html = directory.resolve("report.html");
        new ReportWriter().write(SampleRun.read(run), html);
        return Files.readString(html);
    }

    private static JsonNode data(String html) throws IOException {
        Matcher data = DATA.matcher(html);
        assertThat(data.find()).isTrue();
        return new ObjectMapper().readTree(data.group(1));
    }
}
