package dev.lockstep.harness.run;

import static dev.lockstep.harness.Thrown.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.Counts;
import dev.lockstep.harness.plan.Cells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;

class OpsTest {
    private static final Cell SMALL = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "8192"));
    private static final Cell LARGE = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "8193"));
    private static final Cell POINT_TO_POINT = Cells.cell(Cells.CONTINUOUS, Map.of());

    @ParameterizedTest
    @CsvSource({
        "1e6, 100, 100",
        "999999, 100, 100",
        "1000001, 100, 100",
        "8.4e5, 100, 100",
        "8.1e5, 100, 150",
        "6e5, 100, 150",
        "5e5, 100, 200",
        "3e5, 100, 300",
        "2e5, 100, 500",
        "1.5e5, 100, 700",
        "1.1e5, 100, 1000",
        "6e7, 100, 2",
        "1e8, 100, 1",
        "1e12, 100, 1",
        "27, 100, 3000000",
        "1, 5, 5000000"
    })
    void calibratedCountsAreRoundNumbersNextToWhatFillsAnIteration(double nanos, long millis, int expected) {
        assertThat(Ops.parse("auto").count(SMALL, nanos, millis)).isEqualTo(expected);
    }

    @Test
    void aSlowExchangeStillHasASecondCallToTime() {
        assertThat(Ops.parse("auto").count(POINT_TO_POINT, 1e12, 100)).isEqualTo(2);
        assertThat(Ops.parse("2").count(POINT_TO_POINT, 1e12, 100)).isEqualTo(2);
        assertThat(Ops.parse("1").count(POINT_TO_POINT, 1e12, 100)).isEqualTo(1);
    }

    @Counts(by = Counts.OSU, small = 10_000, large = 1_000)
    @Counts(by = Counts.PAPER, limit = 32768, small = 1_000, large = 100)
    private static final class Declaring {}

    /** The paper's allreduce counts elements: 8192 floats are 32 KiB. */
    @ParameterizedTest
    @CsvSource({"osu, 8192, 10000", "osu, 8193, 1000", "paper, 32768, 1000", "paper, 32769, 100", "37, 8193, 37"})
    void aBenchmarksDeclaredCountsAreTakenAndANumberIsThatNumber(String ops, int bytes, int expected) {
        Cell cell = Cells.cell(
                Cells.declaring(Cells.SYNCHRONISED, (Object) Declaring.class.getAnnotationsByType(Counts.class)),
                Map.of("bytes", String.valueOf(bytes)));
        assertThat(Ops.parse(ops).count(cell, 1e9, 1)).isEqualTo(expected);
        assertThat(Ops.parse(ops).chosenBy()).isEqualTo(ops.equals("37") ? "given" : "table " + ops);
    }

    private static Path earlier(Path folder, String warmup) throws IOException {
        return Files.writeString(
                folder.resolve("base.json"),
                "[{\"benchmark\":\"a.b.C.d\",\"threads\":1,\"mode\":\"ss\",\"measurementBatchSize\":123," + warmup
                        + "\"params\":{\"ranks\":\"2\",\"comm\":\"local\",\"bytes\":\"8192\"}}]");
    }

    @Test
    void anEarlierRunGivesEachCellItsOwnCount(@TempDir Path folder) throws IOException {
        Path file = earlier(folder, "");
        Ops repeated = Ops.parse("from:" + file);
        assertThat(repeated.count(SMALL, 1, 1)).isEqualTo(123);
        assertThat(repeated.chosenBy()).isEqualTo("as in " + file);
        assertRefused(() -> repeated.count(LARGE, 1, 1), LARGE.id(), SMALL.id());
        assertThat(repeated.warmupIterations(SMALL)).as("not said").isEmpty();
        assertThat(repeated.calibrates(SMALL)).isFalse();
        Ops like = Ops.parse("like:" + file);
        assertThat(like.calibrates(SMALL)).isFalse();
        assertThat(like.calibrates(LARGE)).isTrue();
        assertThat(like.count(SMALL, 1e6, 100)).isEqualTo(123);
        assertThat(like.count(LARGE, 1e6, 100)).isEqualTo(100);
        like.require(LARGE);
    }

    @Test
    void anEarlierRunGivesItsWarmUpAsWell(@TempDir Path folder) throws IOException {
        Path file = earlier(folder, "\"warmupIterations\":17,");
        assertThat(Ops.parse("like:" + file).warmupIterations(SMALL)).hasValue(17);
        assertThat(Ops.parse("from:" + file).warmupIterations(SMALL)).hasValue(17);
        assertThat(Ops.parse("like:" + file).warmupIterations(LARGE)).isEmpty();
        assertThat(Ops.parse("osu").warmupIterations(SMALL)).isEmpty();
    }

    @Test
    void aFileThatIsNoneOfJmhsIsRefused(@TempDir Path folder) throws IOException {
        assertRefused(() -> Ops.parse("from:" + folder.resolve("missing")), "missing");
        Path garbage = Files.writeString(folder.resolve("garbage"), "{[");
        assertThatThrownBy(() -> Ops.parse("from:" + garbage)).isInstanceOf(UsageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "many", "1.5", "OSU", "99999999999"})
    void anythingElseIsRefusedWithWhatWouldBeRight(String text) {
        assertRefused(
                () -> Ops.parse(text),
                "auto, osu, paper, from:FILE, like:FILE or a positive number, not '" + text + "'");
    }

    /** Told before anything is measured, not when the pilot is through. */
    @Test
    void whatCannotBeCountedIsRefusedAtOnce(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("base.json"), "[]");
        assertRefused(() -> Ops.parse("from:" + file).require(SMALL), SMALL.id());
        Cell odd = new Cell(SMALL.benchmark(), Map.of("bytes", "1K"), SMALL.layout());
        assertRefused(() -> Ops.parse("osu").require(odd), "C.d declares no counts by osu");
        Benchmark declaring =
                Cells.declaring(odd.benchmark(), (Object) Declaring.class.getAnnotationsByType(Counts.class));
        assertRefused(() -> Ops.parse("osu").require(Cells.cell(declaring, odd.params())), "bytes=1K");
        Benchmark pairs =
                new Benchmark("a.B.c", Mode.SingleShotTime, true, false, false, false, 2, Map.of(), Optional.empty());
        assertRefused(() -> Ops.parse("1500000000").require(Cells.cell(pairs, Map.of())), "too many");
        Ops.parse("auto").require(odd);
    }
}
