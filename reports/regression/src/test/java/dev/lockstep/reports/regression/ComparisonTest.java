package dev.lockstep.reports.regression;

import static dev.lockstep.reports.regression.Results.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts of two results that may be compared, and the exit code of all of them. */
class ComparisonTest {
    @TempDir
    private Path directory;

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
        Row row = Compared.single(
                directory,
                new Results().add("a.B.c", unit, around(base, 5)).with("mode", mode),
                new Results().add("a.B.c", unit, around(head, 5)).with("mode", mode));

        assertThat(row.verdict()).isEqualTo(verdict);
        double worse = mode.equals("thrpt") ? base / head : head / base;
        assertThat(row.ratio().orElseThrow()).isCloseTo(worse, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"us/op, ms/op, 0.001", "s/op, ns/op, 1e9"})
    void unitsAreConverted(String base, String head, double factor) throws IOException {
        Row same = Compared.single(
                directory,
                new Results().add("a.B.c", base, around(5, 5)),
                new Results().add("a.B.c", head, around(5 * factor, 5)));
        assertThat(same.verdict()).isEqualTo(Verdict.NO_CHANGE);
        Row slower = Compared.single(
                directory,
                new Results().add("a.B.c", base, around(5, 5)),
                new Results().add("a.B.c", head, around(6 * factor, 5)));
        assertThat(slower.verdict()).isEqualTo(Verdict.REGRESSED);
    }

    @ParameterizedTest
    @CsvSource({"1, 5, 1 fork; it takes 3", "5, 2, 2 forks; it takes 3", "2, 2, 2 forks; it takes 3"})
    void fewForksAreInconclusiveHoweverMuchSlower(int base, int head, String why) throws IOException {
        Row row = Compared.single(
                directory, new Results().add("a.B.c", around(1, base)), new Results().add("a.B.c", around(10, head)));

        assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(row.why()).isEqualTo(why);
        assertThat(row.ratio().orElseThrow()).isCloseTo(10, within(0.05));
        assertThat(row.tested()).isEmpty();
        assertThat(Words.interval(row)).isEmpty();
    }

    @Test
    void fewForksHaveARatioOfCosts() throws IOException {
        Row row = Compared.single(
                directory,
                new Results().add("a.B.c", "ops/us", around(10, 1)).with("mode", "thrpt"),
                new Results().add("a.B.c", "ops/us", around(5, 1)).with("mode", "thrpt"));

        assertThat(row.ratio().orElseThrow()).isCloseTo(2, within(1e-9));
        assertThat(Words.sentence(row)).startsWith("inconclusive: 1 fork; it takes 3: 100% slower, ratio 2.000×; base");
    }

    @Test
    void threeForksCanRegress() throws IOException {
        assertThat(Compared.single(
                                directory,
                                new Results().add("a.B.c", around(1, 3)),
                                new Results().add("a.B.c", around(2, 3)))
                        .verdict())
                .isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void noiseIsInconclusiveAndNotNoChange() throws IOException {
        List<List<Double>> noise = List.of(List.of(1.0), List.of(1.4), List.of(1.2), List.of(0.9), List.of(1.1));
        Row row = Compared.single(directory, new Results().add("a.B.c", noise), new Results().add("a.B.c", noise));

        assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(row.tested().orElseThrow().detectable()).isGreaterThan(0.2);
    }

    @Test
    void anOverrideMovesTheFloor() throws IOException {
        Files.writeString(directory.resolve("settings.yaml"), "overrides: [{benchmark: 'B\\.c', floor: 30%}]");
        Settings settings = SettingsReader.read(directory.resolve("settings.yaml"));
        Comparison comparison = Compared.in(
                directory,
                new Results().add("a.B.c", around(10, 5)).add("a.B.d", around(10, 5)),
                new Results().add("a.B.c", around(12, 5)).add("a.B.d", around(12, 5)),
                settings);

        assertThat(comparison.rows()).extracting(Row::verdict).containsExactly(Verdict.REGRESSED, Verdict.NO_CHANGE);
        assertThat(comparison.rows()).extracting(Row::floor).containsExactly(0.03, 0.3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theExitCodeSaysTheWorst(boolean strict) throws IOException {
        Results same = new Results().add("a.B.c", around(1, 5));
        Results slow = new Results().add("a.B.c", around(2, 5));
        Results few = new Results().add("a.B.c", around(1, 5)).add("a.B.d", around(1, 1));
        Results nothing = new Results();

        assertThat(Compared.in(directory, same, same, Settings.DEFAULT).exitCode(strict))
                .isEqualTo(Comparison.CLEAN);
        assertThat(Compared.in(directory, same, slow, Settings.DEFAULT).exitCode(strict))
                .isEqualTo(Comparison.SLOWER);
        assertThat(Compared.in(directory, slow, same, Settings.DEFAULT).exitCode(strict))
                .isEqualTo(Comparison.CLEAN);
        assertThat(Compared.in(directory, few, few, Settings.DEFAULT).exitCode(strict))
                .isEqualTo(strict ? Comparison.UNDECIDED : Comparison.CLEAN);
        assertThat(Compared.in(directory, nothing, nothing, Settings.DEFAULT).exitCode(strict))
                .isEqualTo(Comparison.NOTHING);
        assertThat(Compared.in(directory, same, nothing, Settings.DEFAULT).exitCode(strict))
                .isEqualTo(Comparison.NOTHING);
    }
}
