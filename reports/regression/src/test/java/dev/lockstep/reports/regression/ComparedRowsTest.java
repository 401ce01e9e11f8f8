package dev.lockstep.reports.regression;

import static dev.lockstep.reports.regression.Results.around;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows there are: of secondary metrics, and of cells that a run's journal knows more of. */
class ComparedRowsTest {
    @TempDir
    private Path directory;

    @Test
    void theSlowestRankIsARowAndOtherMetricsOnlyWhenAskedFor() throws IOException {
        Results base = secondary(10, 100);
        Results head = secondary(12, 200);

        assertThat(Compared.in(directory, base, head, Settings.DEFAULT).rows())
                .extracting(row -> row.id().metric() + " " + row.verdict())
                .containsExactly("ranks.max REGRESSED", " NO_CHANGE");
        Files.writeString(
                directory.resolve("settings.yaml"), "metrics: [{metric: gc.alloc.rate.norm}, {metric: hits}]");
        assertThat(Compared.in(directory, base, head, SettingsReader.read(directory.resolve("settings.yaml")))
                        .rows())
                .extracting(row -> row.id().metric() + " " + row.verdict() + " " + row.why())
                .containsExactlyInAnyOrder(
                        "gc.alloc.rate.norm REGRESSED ",
                        "ranks.max REGRESSED ",
                        "hits NOT_COMPARABLE it is unknown whether more or less of hits is better; its unit is #",
                        " NO_CHANGE ");
    }

    private static Results secondary(double slowest, double bytes) {
        return new Results()
                .add("a.B.c", around(10, 5))
                .with(
                        "secondaryMetrics",
                        Map.of(
                                "ranks.max", metric(slowest, "us/op"),
                                "·gc.alloc.rate.norm", metric(bytes, "B/op"),
                                "hits", metric(bytes, "#")));
    }

    private static Map<String, Object> metric(double mean, String unit) {
        return Map.of("score", mean, "scoreError", "NaN", "scoreUnit", unit, "rawData", around(mean, 5));
    }

    @Test
    void oversubscribedCellsNeverGateAndFailedOnesAreNamed() throws IOException {
        Path base = run("base", "CPU 1", "");
        Path head = run(
                "head",
                "CPU 1",
                "{\"event\":\"cell\",\"cell\":\"1\",\"benchmark\":\"a.B.c\",\"mode\":\"ss\","
                        + "\"comm\":\"local\",\"ranks\":4,\"threads\":1,\"oversubscribed\":true}\n");
        Files.writeString(
                base.resolve("results.json"),
                Files.readString(new Results()
                        .add("a.B.c", around(1, 5))
                        .with("params", Map.of("comm", "local", "ranks", "4"))
                        .add("a.B.d", around(1, 5))
                        .in(directory, "some.json")));
        Files.writeString(
                head.resolve("results.json"),
                Files.readString(new Results()
                        .add("a.B.c", around(2, 5))
                        .with("params", Map.of("comm", "local", "ranks", "4"))
                        .in(directory, "some.json")));
        Files.writeString(
                head.resolve("journal.jsonl"),
                Files.readString(head.resolve("journal.jsonl"))
                        + "{\"event\":\"cell\",\"cell\":\"2\",\"benchmark\":\"a.B.d\",\"mode\":\"ss\",\"threads\":1}\n"
                        + "{\"event\":\"launch\",\"cell\":\"2\",\"fork\":1,\"status\":\"failed\",\"reason\":\"boom\"}\n");

        Comparison comparison =
                Comparison.of(Suite.read(base, Settings.DEFAULT), Suite.read(head, Settings.DEFAULT), Settings.DEFAULT);

        assertThat(comparison.rows())
                .extracting(row -> row.verdict() + " " + row.why())
                .containsExactly(
                        "NOT_COMPARABLE oversubscribed: more ranks × threads than cores",
                        "NOT_COMPARABLE failed in head: fork 1: boom");
    }

    @Test
    void scoresOfOtherRanksAreNotComparable() throws IOException {
        String cell = "{\"event\":\"cell\",\"cell\":\"1\",\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"threads\":1";
        Path base = run("base", "CPU 1", cell + "}\n");
        Path head = run("head", "CPU 1", cell + ",\"scored\":\"even ranks\"}\n");
        new Results().add("a.B.c", around(1, 5)).in(base, "results.json");
        new Results().add("a.B.c", around(2, 5)).in(head, "results.json");
        Suite before = Suite.read(base, Settings.DEFAULT);
        Suite now = Suite.read(head, Settings.DEFAULT);
        Compared.assertNotComparable(
                Comparison.of(before, now, Settings.DEFAULT).rows().get(0), "scored ranks: all and even ranks");
        assertThat(Comparison.of(now, now, Settings.DEFAULT).rows().get(0).verdict())
                .isEqualTo(Verdict.NO_CHANGE);
    }

    @Test
    void anotherProcessorIsNotComparable() throws IOException {
        Path base = run("base", "CPU 1", "");
        Path head = run("head", "CPU 2", "");
        new Results().add("a.B.c", around(1, 5)).in(base, "results.json");
        new Results().add("a.B.c", around(2, 5)).in(head, "results.json");

        Comparison comparison =
                Comparison.of(Suite.read(base, Settings.DEFAULT), Suite.read(head, Settings.DEFAULT), Settings.DEFAULT);
        Compared.assertNotComparable(comparison.rows().get(0), "CPU: CPU 1 and CPU 2");
        assertThat(comparison.notes()).noneMatch(note -> note.contains("machine"));
        assertThat(Comparison.of(
                                Suite.read(base, Compared.ANYTHING),
                                Suite.read(head, Compared.ANYTHING),
                                Compared.ANYTHING)
                        .count(Verdict.REGRESSED))
                .isEqualTo(1);
    }

    private Path run(String name, String cpu, String journal) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(name));
        Files.writeString(
                folder.resolve("environment.json"), "{\"fields\":[{\"name\":\"CPU\",\"value\":\"" + cpu + "\"}]}");
        Files.writeString(folder.resolve("journal.jsonl"), journal);
        return folder;
    }
}
