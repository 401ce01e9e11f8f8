package dev.lockstep.reports.regression;

import static dev.lockstep.reports.regression.Results.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not be compared, and why. */
class ComparabilityTest {
    @TempDir
    private Path directory;

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

        Compared.assertNotComparable(Compared.single(directory, good, bad), "head has " + why);
        Compared.assertNotComparable(Compared.single(directory, bad, good), "base has " + why);
    }

    @Test
    void oneIterationOfZeroAmongOthersIsANumber() throws IOException {
        List<List<Double>> some = List.of(List.of(0.0, 2.0), List.of(0.0, 2.0), List.of(0.0, 2.0), List.of(0.0, 2.0));
        Row row = Compared.single(directory, new Results().add("a.B.c", some), new Results().add("a.B.c", some));

        assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Words.interval(row)).contains("…");
    }

    @Test
    void aScoreWithoutRawDataIsOneFork() throws IOException {
        assertThat(Compared.single(
                                directory,
                                new Results().add("a.B.c", List.of()),
                                new Results().add("a.B.c", around(9, 5)))
                        .why())
                .isEqualTo("1 fork; it takes 3");
    }

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

        Compared.assertNotComparable(Compared.single(directory, before, after), why);
        assertThat(Compared.in(directory, before, after, Compared.ANYTHING)
                        .rows()
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.REGRESSED);
    }

    /** Lockstep's scores are per operation. */
    @Test
    void inRanksTwiceTheOperationsAreStillComparable() throws IOException {
        Map<String, String> ranks = Map.of("comm", "local", "ranks", "2");
        Results before = new Results().add("a.B.c", around(1, 5)).with("params", ranks);

        assertThat(Compared.single(
                                directory,
                                before,
                                new Results()
                                        .add("a.B.c", around(2, 5))
                                        .with("params", ranks)
                                        .with("measurementBatchSize", 200))
                        .verdict())
                .isEqualTo(Verdict.REGRESSED);
        Compared.assertNotComparable(
                Compared.single(
                        directory,
                        before,
                        new Results()
                                .add("a.B.c", around(2, 5))
                                .with("params", ranks)
                                .with("measurementBatchSize", 201)),
                "operations per iteration: 100 and 201");
    }

    /** JMH's score of a batch is that of all of it. */
    @Test
    void elsewhereBatchesHaveToBeOfOneSize() throws IOException {
        Compared.assertNotComparable(
                Compared.single(
                        directory,
                        new Results().add("a.B.c", around(100, 5)),
                        new Results().add("a.B.c", around(150, 5)).with("measurementBatchSize", 150)),
                "operations per iteration: 100 and 150");
    }

    @Test
    void otherFlagsAreNotComparableUnlessIgnored() throws IOException {
        Results before = new Results().add("a.B.c", around(1, 5)).with("jvmArgs", List.of("-Xmx1g", "-Dtmp=/a"));
        Results after = new Results().add("a.B.c", around(2, 5)).with("jvmArgs", List.of("-Xmx1g", "-Dtmp=/b"));
        Files.writeString(directory.resolve("settings.yaml"), "ignoreFlags: ['^-Dtmp=']");

        Compared.assertNotComparable(
                Compared.single(directory, before, after), "flags: -Xmx1g -Dtmp=/a and -Xmx1g -Dtmp=/b");
        assertThat(Compared.in(directory, before, after, SettingsReader.read(directory.resolve("settings.yaml")))
                        .rows()
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void aThroughputIsNotSetAgainstATime() throws IOException {
        Row row = Compared.single(
                directory,
                new Results().add("a.B.c", "us/op", around(1, 5)).with("mode", "avgt"),
                new Results().add("a.B.c", "ops/us", around(1, 5)).with("mode", "thrpt"));
        Compared.assertNotComparable(row, "mode: avgt and thrpt");
        Compared.assertNotComparable(
                Compared.single(
                        directory,
                        new Results().add("a.B.c", "us/op", around(1, 5)),
                        new Results().add("a.B.c", "ops/us", around(1, 5))),
                "unit: us/op and ops/us");
        Compared.assertNotComparable(
                Compared.single(
                        directory,
                        new Results().add("a.B.c", "ops/us", around(1, 5)),
                        new Results().add("a.B.c", "ops/us", around(1, 5))),
                "mode ss with scores in ops/us");
    }

    @Test
    void aRenamedBenchmarkIsGoneAndNew() throws IOException {
        Comparison comparison = Compared.in(
                directory,
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

        assertThat(Compared.in(directory, results, results, Settings.DEFAULT).count(Verdict.NO_CHANGE))
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
}
