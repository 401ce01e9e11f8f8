package dev.lockstep.reports.regression;

import static dev.lockstep.reports.regression.Results.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.reports.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
    private static final Settings ANYTHING = with(Set.of(Settings.Difference.values()));

    @TempDir
    private Path directory;

    // --- Verdicts ---

    @ParameterizedTest
    @CsvSource({
        "ss, us/op, 10, 12, REGRESSED",
        "avgt, us/op, 12, 10, IMPROVED",
        "sample, us/op, 10, 10.1, NO_CHANGE",
        "thrpt, ops/ms, 10, 12, IMPROVED",
        "thrpt, ops/ms, 12, 10, REGRESSED",
    })
    void theDirectionIsThatOfTheMode(String mode, String unit, double base, double head, Verdict verdict)
            throws IOException {
        Row row = single(
                new Results().add("a.B.c", unit, around(base, 5)).with("mode", mode),
                new Results().add("a.B.c", unit, around(head, 5)).with("mode", mode));

        assertThat(row.verdict()).isEqualTo(verdict);
        double worse = mode.equals("thrpt") ? base / head : head / base;
        assertThat(row.ratio().orElseThrow()).isCloseTo(worse, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"us/op, ms/op, 0.001", "s/op, ns/op, 1e9"})
    void unitsAreConverted(String base, String head, double factor) throws IOException {
        Row same = single(
                new Results().add("a.B.c", base, around(5, 5)),
                new Results().add("a.B.c", head, around(5 * factor, 5)));
        assertThat(same.verdict()).isEqualTo(Verdict.NO_CHANGE);
        Row slower = single(
                new Results().add("a.B.c", base, around(5, 5)),
                new Results().add("a.B.c", head, around(6 * factor, 5)));
        assertThat(slower.verdict()).isEqualTo(Verdict.REGRESSED);
    }

    @ParameterizedTest
    @CsvSource({"1, 5, 1 fork; it takes 3", "5, 2, 2 forks; it takes 3", "2, 2, 2 forks; it takes 3"})
    void fewForksAreInconclusiveHoweverMuchSlower(int base, int head, String why) throws IOException {
        Row row = single(new Results().add("a.B.c", around(1, base)), new Results().add("a.B.c", around(10, head)));

        assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(row.why()).isEqualTo(why);
        assertThat(row.tested()).isEmpty();
    }

    @Test
    void threeForksCanRegress() throws IOException {
        assertThat(single(new Results().add("a.B.c", around(1, 3)), new Results().add("a.B.c", around(2, 3)))
                        .verdict())
                .isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void noiseIsInconclusiveAndNotNoChange() throws IOException {
        List<List<Double>> noise = List.of(List.of(1.0), List.of(1.4), List.of(1.2), List.of(0.9), List.of(1.1));
        Row row = single(new Results().add("a.B.c", noise), new Results().add("a.B.c", noise));

        assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(row.tested().orElseThrow().detectable()).isGreaterThan(0.2);
    }

    @Test
    void anOverrideMovesTheFloor() throws IOException {
        Files.writeString(directory.resolve("settings.yaml"), "overrides: [{benchmark: 'B\\.c', floor: 30%}]");
        Settings settings = SettingsReader.read(directory.resolve("settings.yaml"));
        Comparison comparison = compare(
                new Results().add("a.B.c", around(10, 5)).add("a.B.d", around(10, 5)),
                new Results().add("a.B.c", around(12, 5)).add("a.B.d", around(12, 5)),
                settings);

        assertThat(comparison.rows()).extracting(Row::verdict).containsExactly(Verdict.REGRESSED, Verdict.NO_CHANGE);
        assertThat(comparison.rows()).extracting(Row::floor).containsExactly(0.03, 0.3);
    }

    // --- What has no ratio ---

    static List<Arguments> withoutRatio() {
        return List.of(
                Arguments.of(List.of(0, 0), "a fork whose score is zero"),
                Arguments.of(List.of(1, -2), "a score below zero"),
                Arguments.of(List.of(1, "+INF"), "a score that is infinite"),
                Arguments.of(List.of("-INF"), "a score that is infinite"),
                Arguments.of(List.of("NaN"), "a score that is no number"));
    }

    @ParameterizedTest
    @MethodSource("withoutRatio")
    void zeroNegativeAndInfiniteScoresAreNotComparable(List<?> fork, String why) throws IOException {
        Results good = new Results().add("a.B.c", around(1, 5));
        Results bad = new Results().add("a.B.c", List.of(fork, fork, fork, fork, fork));

        assertNotComparable(single(good, bad), "head has " + why);
        assertNotComparable(single(bad, good), "base has " + why);
    }

    @Test
    void oneIterationOfZeroAmongOthersIsANumber() throws IOException {
        List<List<Double>> some = List.of(List.of(0.0, 2.0), List.of(0.0, 2.0), List.of(0.0, 2.0), List.of(0.0, 2.0));
        Row row = single(new Results().add("a.B.c", some), new Results().add("a.B.c", some));

        assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Words.interval(row)).contains("…");
    }

    @Test
    void aScoreWithoutRawDataIsOneFork() throws IOException {
        assertThat(single(new Results().add("a.B.c", List.of()), new Results().add("a.B.c", around(9, 5)))
                        .why())
                .isEqualTo("1 fork; it takes 3");
    }

    // --- What must not be compared ---

    @ParameterizedTest
    @CsvSource({
        "jdkVersion, 17, 21, JDK: 17 and 21",
        "vmName, OpenJ9, HotSpot, virtual machine: OpenJ9 and HotSpot",
        "vmVersion, 17+1, 17+2, virtual machine: 17+1 and 17+2",
        "measurementBatchSize, 100, 201, operations per iteration: 100 and 201",
    })
    void otherConditionsAreNotComparableUnlessAllowed(String field, String base, String head, String why)
            throws IOException {
        boolean number = field.endsWith("Size");
        Results before =
                new Results().add("a.B.c", around(1, 5)).with(field, number ? (Object) Integer.valueOf(base) : base);
        Results after =
                new Results().add("a.B.c", around(2, 5)).with(field, number ? (Object) Integer.valueOf(head) : head);

        assertNotComparable(single(before, after), why);
        assertThat(compare(before, after, ANYTHING).rows().get(0).verdict()).isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void twiceTheOperationsAreStillComparable() throws IOException {
        assertThat(single(
                                new Results().add("a.B.c", around(1, 5)),
                                new Results().add("a.B.c", around(2, 5)).with("measurementBatchSize", 200))
                        .verdict())
                .isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void otherFlagsAreNotComparableUnlessIgnored() throws IOException {
        Results before = new Results().add("a.B.c", around(1, 5)).with("jvmArgs", List.of("-Xmx1g", "-Dtmp=/a"));
        Results after = new Results().add("a.B.c", around(2, 5)).with("jvmArgs", List.of("-Xmx1g", "-Dtmp=/b"));
        Files.writeString(directory.resolve("settings.yaml"), "ignoreFlags: ['^-Dtmp=']");

        assertNotComparable(single(before, after), "flags: -Xmx1g -Dtmp=/a and -Xmx1g -Dtmp=/b");
        assertThat(compare(before, after, SettingsReader.read(directory.resolve("settings.yaml")))
                        .rows()
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void aThroughputIsNotSetAgainstATime() throws IOException {
        Row row = single(
                new Results().add("a.B.c", "us/op", around(1, 5)).with("mode", "avgt"),
                new Results().add("a.B.c", "ops/us", around(1, 5)).with("mode", "thrpt"));
        assertNotComparable(row, "mode: avgt and thrpt");
        assertNotComparable(
                single(
                        new Results().add("a.B.c", "us/op", around(1, 5)),
                        new Results().add("a.B.c", "ops/us", around(1, 5))),
                "unit: us/op and ops/us");
        assertNotComparable(
                single(
                        new Results().add("a.B.c", "ops/us", around(1, 5)),
                        new Results().add("a.B.c", "ops/us", around(1, 5))),
                "mode ss with scores in ops/us");
    }

    @Test
    void aRenamedBenchmarkIsGoneAndNew() throws IOException {
        Comparison comparison = compare(
                new Results().add("a.Old.c", around(1, 5)),
                new Results().add("a.New.c", around(1, 5)),
                Settings.DEFAULT);

        assertThat(comparison.rows()).extracting(Row::verdict).containsExactly(Verdict.GONE, Verdict.NEW);
        assertThat(comparison.exitCode(false)).isEqualTo(Comparison.NOTHING);
    }

    @Test
    void parametersThreadsAndModesMakeRowsOfTheirOwn() throws IOException {
        Results results = new Results()
                .add("a.B.c", around(1, 5))
                .add("a.B.c", around(1, 5))
                .with("params", Map.of("x", "1"))
                .add("a.B.c", around(1, 5))
                .with("threads", 2)
                .add("a.B.c", around(1, 5))
                .with("mode", "avgt");

        assertThat(compare(results, results, Settings.DEFAULT).count(Verdict.NO_CHANGE))
                .isEqualTo(4);
    }

    @Test
    void oneRowTwiceIsRefused() throws IOException {
        Path twice = new Results()
                .add("a.B.c", around(1, 5))
                .add("a.B.c", around(2, 5))
                .with("mode", "SingleShotTime")
                .in(directory, "twice.json");

        assertThatThrownBy(() -> Suite.read(twice, Settings.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("twice.json, /1: expected every row once, found a second a.B.c [ss] after /0");
    }

    // --- Secondary metrics ---

    @Test
    void theSlowestRankIsARowAndOtherMetricsOnlyWhenAskedFor() throws IOException {
        Results base = secondary(10, 100);
        Results head = secondary(12, 200);

        assertThat(compare(base, head, Settings.DEFAULT).rows())
                .extracting(row -> row.id().metric() + " " + row.verdict())
                .containsExactly("ranks.max REGRESSED", " NO_CHANGE");
        Files.writeString(
                directory.resolve("settings.yaml"), "metrics: [{metric: gc.alloc.rate.norm}, {metric: hits}]");
        assertThat(compare(base, head, SettingsReader.read(directory.resolve("settings.yaml")))
                        .rows())
                .extracting(row -> row.id().metric() + " " + row.verdict() + " " + row.why())
                .containsExactlyInAnyOrder(
                        "gc.alloc.rate.norm REGRESSED ",
                        "ranks.max REGRESSED ",
                        "hits NOT_COMPARABLE which way hits is better is not known; its unit is #",
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

    // --- Folders ---

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
    void anotherProcessorIsNotComparable() throws IOException {
        Path base = run("base", "CPU 1", "");
        Path head = run("head", "CPU 2", "");
        new Results().add("a.B.c", around(1, 5)).in(base, "results.json");
        new Results().add("a.B.c", around(2, 5)).in(head, "results.json");

        Comparison comparison =
                Comparison.of(Suite.read(base, Settings.DEFAULT), Suite.read(head, Settings.DEFAULT), Settings.DEFAULT);
        assertNotComparable(comparison.rows().get(0), "CPU: CPU 1 and CPU 2");
        assertThat(comparison.notes()).noneMatch(note -> note.contains("machine"));
        assertThat(Comparison.of(Suite.read(base, ANYTHING), Suite.read(head, ANYTHING), ANYTHING)
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

    // --- Exit codes ---

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theExitCodeSaysTheWorst(boolean strict) throws IOException {
        Results same = new Results().add("a.B.c", around(1, 5));
        Results slow = new Results().add("a.B.c", around(2, 5));
        Results few = new Results().add("a.B.c", around(1, 5)).add("a.B.d", around(1, 1));
        Results nothing = new Results();

        assertThat(compare(same, same, Settings.DEFAULT).exitCode(strict)).isEqualTo(Comparison.CLEAN);
        assertThat(compare(same, slow, Settings.DEFAULT).exitCode(strict)).isEqualTo(Comparison.SLOWER);
        assertThat(compare(slow, same, Settings.DEFAULT).exitCode(strict)).isEqualTo(Comparison.CLEAN);
        assertThat(compare(few, few, Settings.DEFAULT).exitCode(strict))
                .isEqualTo(strict ? Comparison.UNDECIDED : Comparison.CLEAN);
        assertThat(compare(nothing, nothing, Settings.DEFAULT).exitCode(strict)).isEqualTo(Comparison.NOTHING);
        assertThat(compare(same, nothing, Settings.DEFAULT).exitCode(strict)).isEqualTo(Comparison.NOTHING);
    }

    private static void assertNotComparable(Row row, String why) {
        assertThat(row.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(row.why()).isEqualTo(why);
    }

    private static Settings with(Set<Settings.Difference> allowed) {
        Settings usual = Settings.DEFAULT;
        return new Settings(
                usual.floor(),
                usual.falseDiscoveryRate(),
                usual.seed(),
                allowed,
                List.of(),
                List.of(),
                usual.metrics());
    }

    private Row single(Results base, Results head) throws IOException {
        Comparison comparison = compare(base, head, Settings.DEFAULT);
        assertThat(comparison.rows()).hasSize(1);
        return comparison.rows().get(0);
    }

    private Comparison compare(Results base, Results head, Settings settings) throws IOException {
        return Comparison.of(
                Suite.read(base.in(directory, "base.json"), settings),
                Suite.read(head.in(directory, "head.json"), settings),
                settings);
    }
}
