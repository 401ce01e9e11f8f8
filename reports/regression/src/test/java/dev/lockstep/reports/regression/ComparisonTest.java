package dev.lockstep.reports.regression;

import static dev.lockstep.reports.regression.Results.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts of two results, why some must not be compared, and the exit code of all of them. */
class ComparisonTest {
    @TempDir
    private Path directory;

    /** One row, as {@code avgt ops/us 10 5 comm=local}: its mode, unit, mean, forks, parameters. */
    private static Results results(String line) {
        String[] words = line.split(" ");
        Map<String, String> params = new TreeMap<>();
        for (int i = 4; i < words.length; i++) {
            params.put(words[i].split("=")[0], words[i].split("=")[1]);
        }
        List<List<Double>> forks = around(Double.parseDouble(words[2]), Integer.parseInt(words[3]));
        Results results = new Results().add("a.B.c", words[1], forks).with("mode", words[0]);
        String operations = params.remove("n");
        return results.with("params", params)
                .with("measurementBatchSize", operations == null ? 100 : Integer.parseInt(operations));
    }

    /** A ratio is of costs, whatever the mode, and whatever the units. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ss us/op 10 5     | ss us/op 12 5     | 1.2      | REGRESSED    |
            avgt us/op 12 5   | avgt us/op 10 5   | 0.833333 | IMPROVED     |
            sample us/op 10 5 | sample us/op 10.1 5 | 1.01   | NO_CHANGE    |
            thrpt ops/ms 10 5 | thrpt ops/ms 12 5 | 0.833333 | IMPROVED     |
            thrpt ops/ms 12 5 | thrpt ops/ms 10 5 | 1.2      | REGRESSED    |
            ss us/op 5 5      | ss ms/op 0.005 5  | 1        | NO_CHANGE    |
            ss us/op 5 5      | ss ms/op 0.006 5  | 1.2      | REGRESSED    |
            ss s/op 5 5       | ss ns/op 4e9 5    | 0.8      | IMPROVED     |
            ss us/op 1 3      | ss us/op 2 3      | 2        | REGRESSED    |
            ss us/op 1 1      | ss us/op 10 1     | 10       | INCONCLUSIVE | 1 fork; it takes 3
            ss us/op 1 2      | ss us/op 10 2     | 10       | INCONCLUSIVE | 2 forks; it takes 3
            thrpt ops/us 10 1 | thrpt ops/us 5 1  | 2        | INCONCLUSIVE | 1 fork; it takes 3
            ss us/op 1 5 comm=local ranks=2 | ss us/op 2 5 comm=local ranks=2 n=200 | 2 | REGRESSED |
            """)
    void aRatioIsOfCosts(String base, String head, double ratio, Verdict verdict, String why) throws IOException {
        Row row = Compared.single(directory, results(base), results(head));

        assertThat(row.verdict()).isEqualTo(verdict);
        assertThat(row.ratio().orElseThrow()).isCloseTo(ratio, within(1e-6));
        assertThat(row.why()).isEqualTo(why == null ? "" : why);
        assertThat(row.tested().isPresent()).isEqualTo(why == null);
        assertThat(Words.interval(row).isEmpty()).isEqualTo(why != null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            avgt us/op 1 5    | thrpt ops/us 1 5  | mode: avgt and thrpt
            ss us/op 1 5      | ss ops/us 1 5     | unit: us/op and ops/us
            ss ops/us 1 5     | ss ops/us 1 5     | mode ss with scores in ops/us
            ss us/op 100 5    | ss us/op 150 5 n=150 | operations per iteration: 100 and 150
            ss us/op 1 5 comm=local ranks=2 | ss us/op 2 5 comm=local ranks=2 n=201 | operations per iteration: 100 and 201
            """)
    void whatIsNotOfOneKindIsNotComparable(String base, String head, String why) throws IOException {
        Compared.assertNotComparable(Compared.single(directory, results(base), results(head)), why);
    }

    static List<Arguments> otherConditions() {
        return List.of(
                Arguments.of("jdkVersion", "17", "21", "JDK: 17 and 21"),
                Arguments.of("vmName", "OpenJ9", "HotSpot", "virtual machine: OpenJ9 and HotSpot"),
                Arguments.of("vmVersion", "17+1", "17+2", "virtual machine: 17+1 and 17+2"),
                Arguments.of("measurementBatchSize", 100, 201, "operations per iteration: 100 and 201"),
                Arguments.of(
                        "jvmArgs",
                        List.of("-Xmx1g", "-Dtmp=/a"),
                        List.of("-Xmx1g", "-Dtmp=/b"),
                        "flags: -Xmx1g -Dtmp=/a and -Xmx1g -Dtmp=/b"));
    }

    @ParameterizedTest
    @MethodSource("otherConditions")
    void otherConditionsAreNotComparableUnlessAllowed(String field, Object base, Object head, String why)
            throws IOException {
        Results before = new Results().add("a.B.c", around(1, 5)).with(field, base);
        Results after = new Results().add("a.B.c", around(2, 5)).with(field, head);

        Compared.assertNotComparable(Compared.single(directory, before, after), why);
        assertThat(Compared.in(directory, before, after, Compared.ANYTHING).count(Verdict.REGRESSED))
                .isEqualTo(1);
        Settings ignoring = settings("ignoreFlags: ['^-Dtmp=']");
        assertThat(Compared.in(directory, before, after, ignoring).count(Verdict.REGRESSED))
                .isEqualTo(field.equals("jvmArgs") ? 1 : 0);
    }

    @Test
    void classDataOfAnotherCheckoutIsTheSame() throws IOException {
        Results before = new Results()
                .add("a.B.c", around(1, 5))
                .with("jvmArgs", List.of("-XX:SharedArchiveFile=/base/classes.jsa", "-Xmx1g"));
        Results after = new Results()
                .add("a.B.c", around(2, 5))
                .with("jvmArgs", List.of("-XX:SharedArchiveFile=/head/classes.jsa", "-Xmx1g"));
        assertThat(Compared.single(directory, before, after).verdict()).isEqualTo(Verdict.REGRESSED);
    }

    private Settings settings(String yaml) throws IOException {
        return SettingsReader.read(Files.writeString(directory.resolve("settings.yaml"), yaml));
    }

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
    void ofSomeScoresThereIsNoRatio(List<?> fork, String why) throws IOException {
        Results good = new Results().add("a.B.c", around(1, 5));
        Results bad = new Results().add("a.B.c", List.of(fork, fork, fork, fork, fork));

        Compared.assertNotComparable(Compared.single(directory, good, bad), "head has " + why);
        Compared.assertNotComparable(Compared.single(directory, bad, good), "base has " + why);
    }

    @Test
    void noiseIsInconclusiveAndNotNoChange() throws IOException {
        List<List<Double>> noise = List.of(List.of(1.0), List.of(1.4), List.of(1.2), List.of(0.9), List.of(1.1));
        Row row = Compared.single(directory, new Results().add("a.B.c", noise), new Results().add("a.B.c", noise));

        assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(row.tested().orElseThrow().detectable()).isGreaterThan(0.2);
        // One iteration of zero among others is a number.
        List<List<Double>> some = List.of(List.of(0.0, 2.0), List.of(0.0, 2.0), List.of(0.0, 2.0));
        row = Compared.single(directory, new Results().add("a.B.c", some), new Results().add("a.B.c", some));
        assertThat(row.verdict()).isEqualTo(Verdict.NO_CHANGE);
        assertThat(Words.interval(row)).isEqualTo("1.000…1.000");
    }

    /** In head every launch has an iteration that takes ten times as long. */
    @Test
    void stallsMoveTheMeanAndNotTheMedianAndAreNamed() throws IOException {
        Results base = new Results();
        Results head = new Results();
        List<List<Double>> steady = new ArrayList<>();
        List<List<Double>> stalling = new ArrayList<>();
        for (int fork = 0; fork < 5; fork++) {
            double score = 1 + 0.0005 * fork;
            steady.add(List.of(score, score, score, score, score));
            stalling.add(List.of(score, score, 10 * score, score, score));
        }
        base.add("a.B.c", steady);
        head.add("a.B.c", stalling);

        Row median = Compared.single(directory, base, head);
        assertThat(median.verdict()).isEqualTo(Verdict.NO_CHANGE);
        assertThat(median.why()).isEqualTo("stalls: by the means of launches it is 180% slower");
        Row mean = Compared.in(directory, base, head, settings("statistic: mean"))
                .rows()
                .get(0);
        assertThat(mean.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(mean.why()).isEmpty();
        assertThat(mean.ratio().orElseThrow()).isCloseTo(2.8, within(1e-9));
    }

    @Test
    void theOrderOfRowsInFilesDoesNotMatter() throws IOException {
        List<String> names = IntStream.range(0, 12).mapToObj(i -> "a.B.c" + i).toList();
        String forwards = json(names);
        List<String> reversed = new ArrayList<>(names);
        Collections.reverse(reversed);

        assertThat(json(reversed)).isEqualTo(forwards).contains("\"regressed\" : 12");
    }

    private String json(List<String> names) throws IOException {
        Results base = new Results();
        Results head = new Results();
        for (String name : names) {
            Random random = new Random(name.hashCode());
            base.add(name, scattered(1, random));
            head.add(name, scattered(1.3, random));
        }
        StringWriter out = new StringWriter();
        JsonWriter.write(Compared.in(directory, base, head, Settings.DEFAULT), false, out);
        return out.toString();
    }

    private static List<List<Double>> scattered(double mean, Random random) {
        return IntStream.range(0, 5)
                .mapToObj(fork -> List.of(mean * (1 + 0.02 * random.nextDouble())))
                .toList();
    }

    @Test
    void aScoreWithoutRawDataIsOneFork() throws IOException {
        Row row = Compared.single(
                directory, new Results().add("a.B.c", List.of()), new Results().add("a.B.c", around(9, 5)));
        assertThat(row.why()).isEqualTo("1 fork; it takes 3");
    }

    @Test
    void anOverrideMovesTheFloor() throws IOException {
        Comparison comparison = Compared.in(
                directory,
                new Results().add("a.B.c", around(10, 5)).add("a.B.d", around(10, 5)),
                new Results().add("a.B.c", around(12, 5)).add("a.B.d", around(12, 5)),
                settings("overrides: [{benchmark: 'B\\.c', floor: 30%}]"));

        assertThat(comparison.rows()).extracting(Row::verdict).containsExactly(Verdict.REGRESSED, Verdict.NO_CHANGE);
        assertThat(comparison.rows()).extracting(Row::floor).containsExactly(0.03, 0.3);
    }

    @Test
    void parametersThreadsAndModesMakeRowsOfTheirOwnAndEachIsThereOnce() throws IOException {
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

        Path twice = results.add("a.B.c", around(2, 5))
                .with("mode", "SingleShotTime")
                .in(directory, "twice.json");
        assertThatThrownBy(() -> Suite.read(twice, Settings.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("twice.json, /4: expected every row once, found a second a.B.c [ss] after /0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theExitCodeSaysTheWorst(boolean strict) throws IOException {
        Results same = new Results().add("a.B.c", around(1, 5));
        Results slow = new Results().add("a.B.c", around(2, 5));
        Results few = new Results().add("a.B.c", around(1, 5)).add("a.B.d", around(1, 1));
        Results renamed = new Results().add("a.B.new", around(1, 5));

        assertThat(exit(same, same, strict)).isEqualTo(Comparison.CLEAN);
        assertThat(exit(same, slow, strict)).isEqualTo(Comparison.SLOWER);
        assertThat(exit(slow, same, strict)).isEqualTo(Comparison.CLEAN);
        assertThat(exit(few, few, strict)).isEqualTo(strict ? Comparison.UNDECIDED : Comparison.CLEAN);
        assertThat(exit(new Results(), new Results(), strict)).isEqualTo(Comparison.NOTHING);
        assertThat(exit(same, new Results(), strict)).isEqualTo(Comparison.NOTHING);
        assertThat(exit(same, renamed, strict)).isEqualTo(Comparison.NOTHING);
    }

    private int exit(Results base, Results head, boolean strict) throws IOException {
        return Compared.in(directory, base, head, Settings.DEFAULT).exitCode(strict);
    }
}
