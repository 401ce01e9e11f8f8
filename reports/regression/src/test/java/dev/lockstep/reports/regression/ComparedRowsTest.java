package dev.lockstep.reports.regression;

import static dev.lockstep.reports.regression.Results.around;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** Launches of several threads scatter ten times as much here: neither kind's variance tells of the other's. */
    @Test
    void rowsOfSeveralThreadsAreAKindOfTheirOwn() throws IOException {
        Results results = new Results();
        for (int row = 0; row < Prior.ROWS; row++) {
            results.add("a.One.c" + row, launches(0.001));
            results.add("a.Several.c" + row, launches(0.01)).with("threads", 8);
        }

        Map<Boolean, Set<Long>> widths = Compared.in(directory, results, results, Settings.DEFAULT).rows().stream()
                .collect(Collectors.partitioningBy(
                        row -> row.id().threads() > 1,
                        Collectors.mapping(
                                row -> Math.round(1e6
                                        * Math.log(row.tested().orElseThrow().high())),
                                Collectors.toSet())));
        assertThat(widths.get(false)).hasSize(1);
        long one = widths.get(false).iterator().next();
        assertThat(widths.get(true)).allMatch(several -> Math.abs(several - 10 * one) <= 10);
    }

    private static List<List<Double>> launches(double spread) {
        return Stream.of(-1, 0, 1, 0, 0)
                .map(times -> List.of(100 * Math.exp(times * spread)))
                .toList();
    }

    private static final String CELL =
            "{\"event\":\"cell\",\"cell\":\"%s\",\"benchmark\":\"a.B.%s\",\"mode\":\"ss\",\"threads\":1%s}\n";

    private Path run(String name, String cpu, String journal, Results results) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(name));
        Files.writeString(
                folder.resolve("environment.json"), "{\"fields\":[{\"name\":\"CPU\",\"value\":\"" + cpu + "\"}]}");
        Files.writeString(folder.resolve("journal.jsonl"), journal);
        results.in(folder, "results.json");
        return folder;
    }

    private static Comparison compared(Path base, Path head, Settings settings) throws IOException {
        return Comparison.of(Suite.read(base, settings), Suite.read(head, settings), settings);
    }

    @Test
    void oversubscribedCellsNeverGateAndFailedOnesAreNamed() throws IOException {
        Map<String, String> four = Map.of("comm", "local", "ranks", "4");
        Results before = new Results()
                .add("a.B.d", around(1, 5))
                .add("a.B.c", around(1, 5))
                .with("params", four);
        Results after = new Results().add("a.B.c", around(2, 5)).with("params", four);
        String journal = CELL.formatted("1", "c", ",\"comm\":\"local\",\"ranks\":4,\"oversubscribed\":true")
                + CELL.formatted("2", "d", "")
                + "{\"event\":\"launch\",\"cell\":\"2\",\"fork\":1,\"status\":\"failed\",\"reason\":\"boom\"}\n";

        Comparison comparison =
                compared(run("base", "CPU 1", "", before), run("head", "CPU 1", journal, after), Settings.DEFAULT);

        assertThat(comparison.rows())
                .extracting(row -> row.verdict() + " " + row.why())
                .containsExactly(
                        "NOT_COMPARABLE oversubscribed: more ranks × threads than cores",
                        "NOT_COMPARABLE failed in head: fork 1: boom");
    }

    @Test
    void scoresOfOtherRanksOrProcessorsAreNotComparable() throws IOException {
        Results one = new Results().add("a.B.c", around(1, 5));
        Results two = new Results().add("a.B.c", around(2, 5));
        Path base = run("base", "CPU 1", CELL.formatted("1", "c", ""), one);
        Path even = run("even", "CPU 1", CELL.formatted("1", "c", ",\"scored\":\"even ranks\""), two);
        Path other = run("other", "CPU 2", CELL.formatted("1", "c", ""), two);

        Compared.assertNotComparable(
                compared(base, even, Settings.DEFAULT).rows().get(0), "scored ranks: all and even ranks");
        assertThat(compared(even, even, Settings.DEFAULT).rows().get(0).verdict())
                .isEqualTo(Verdict.NO_CHANGE);
        Comparison processors = compared(base, other, Settings.DEFAULT);
        Compared.assertNotComparable(processors.rows().get(0), "CPU: CPU 1 and CPU 2");
        assertThat(processors.notes()).noneMatch(note -> note.contains("machine"));
        assertThat(compared(base, other, Compared.ANYTHING).count(Verdict.REGRESSED))
                .isEqualTo(1);
    }
}
