package dev.lockstep.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.reference.ReferenceKernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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

    @Test
    void osuHasATableForEachKind() {
        Ops osu = Ops.parse("osu");
        assertThat(osu.count(SMALL, 1, 1)).isEqualTo(1000);
        assertThat(osu.count(LARGE, 1, 1)).isEqualTo(100);
        assertThat(osu.count(POINT_TO_POINT, 1, 1)).isEqualTo(10_000);
        assertThat(osu.chosenBy()).isEqualTo("table osu");
    }

    /** OSU's {@code osu_bw}: 100 windows of 64 messages, 20 above 8 KiB; a single message is {@code osu_latency}'s. */
    @Test
    void osuCountsWindowsWhereThereAreSome() {
        Ops osu = Ops.parse("osu");
        assertThat(osu.count(inPairs(Windows.class, 8192), 1, 1)).isEqualTo(100);
        assertThat(osu.count(inPairs(Windows.class, 8193), 1, 1)).isEqualTo(20);
        assertThat(osu.count(inPairs(Single.class, 8192), 1, 1)).isEqualTo(10_000);
        assertThat(osu.count(inPairs(Single.class, 8193), 1, 1)).isEqualTo(1_000);
    }

    @InPairs(window = 64)
    private static final class Windows {}

    @InPairs
    private static final class Single {}

    private static Cell inPairs(Class<?> type, int bytes) {
        return cell(false, Optional.of(type.getAnnotation(InPairs.class)), Optional.empty(), bytes);
    }

    private static Cell kernel(String name, int bytes) {
        return cell(true, Optional.empty(), Optional.of(new ReferenceKernel(name, TimeUnit.MICROSECONDS)), bytes);
    }

    private static Cell cell(
            boolean synchronised, Optional<InPairs> inPairs, Optional<ReferenceKernel> kernel, int bytes) {
        Benchmark benchmark = new Benchmark(
                "a.B.c",
                Mode.SingleShotTime,
                true,
                synchronised,
                false,
                false,
                1,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                inPairs,
                kernel,
                Optional.empty(),
                Optional.empty(),
                Scored.Ranks.ALL);
        return Cells.cell(benchmark, Map.of("bytes", String.valueOf(bytes)));
    }

    @Test
    void thePaperHasOneForBoth() {
        Ops paper = Ops.parse("paper");
        assertThat(paper.count(SMALL, 1, 1)).isEqualTo(1000);
        assertThat(paper.count(LARGE, 1, 1)).isEqualTo(100);
        assertThat(paper.count(POINT_TO_POINT, 1, 1)).isEqualTo(1000);
    }

    /** Its allreduce counts elements: 8192 floats are 32 KiB. */
    @Test
    void thePaperCountsFloatsInAllReduceAndBytesElsewhere() {
        Ops paper = Ops.parse("paper");
        assertThat(paper.count(kernel("allreduce", 8193), 1, 1)).isEqualTo(1000);
        assertThat(paper.count(kernel("allreduce", 32_768), 1, 1)).isEqualTo(1000);
        assertThat(paper.count(kernel("allreduce", 32_769), 1, 1)).isEqualTo(100);
        assertThat(paper.count(kernel("bcast", 8193), 1, 1)).isEqualTo(100);
        assertThat(paper.count(inPairs(Single.class, 8193), 1, 1)).isEqualTo(100);
        assertThat(Ops.parse("osu").count(kernel("allreduce", 8193), 1, 1)).isEqualTo(100);
    }

    @Test
    void aNumberIsThatNumber() {
        assertThat(Ops.parse("37").count(LARGE, 1e9, 1)).isEqualTo(37);
        assertThat(Ops.parse("37").chosenBy()).isEqualTo("given");
    }

    @Test
    void anEarlierRunGivesEachCellItsOwnCount(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("base.json");
        Files.writeString(
                file,
                "[{\"benchmark\":\"a.b.C.d\",\"threads\":1,\"mode\":\"ss\",\"measurementBatchSize\":123,"
                        + "\"params\":{\"ranks\":\"2\",\"comm\":\"local\",\"bytes\":\"8192\"}}]");
        Ops repeated = Ops.parse("from:" + file);
        assertThat(repeated.count(SMALL, 1, 1)).isEqualTo(123);
        assertThat(repeated.chosenBy()).isEqualTo("as in " + file);
        assertThatThrownBy(() -> repeated.count(LARGE, 1, 1))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(LARGE.id())
                .hasMessageContaining(SMALL.id());
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
        Path file = folder.resolve("base.json");
        Files.writeString(
                file,
                "[{\"benchmark\":\"a.b.C.d\",\"threads\":1,\"mode\":\"ss\",\"measurementBatchSize\":123,"
                        + "\"warmupIterations\":17,"
                        + "\"params\":{\"ranks\":\"2\",\"comm\":\"local\",\"bytes\":\"8192\"}}]");
        assertThat(Ops.parse("like:" + file).warmupIterations(SMALL)).hasValue(17);
        assertThat(Ops.parse("from:" + file).warmupIterations(SMALL)).hasValue(17);
        assertThat(Ops.parse("like:" + file).warmupIterations(LARGE)).isEmpty();
        assertThat(Ops.parse("osu").warmupIterations(SMALL)).isEmpty();
    }

    @Test
    void aFileThatIsNoneOfJmhsIsRefused(@TempDir Path folder) throws IOException {
        assertThatThrownBy(() -> Ops.parse("from:" + folder.resolve("missing")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("missing");
        Path garbage = Files.writeString(folder.resolve("garbage"), "{[");
        assertThatThrownBy(() -> Ops.parse("from:" + garbage)).isInstanceOf(UsageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "many", "1.5", "OSU", "99999999999"})
    void anythingElseIsRefusedWithWhatWouldBeRight(String text) {
        assertThatThrownBy(() -> Ops.parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(
                        "auto, osu, paper, from:FILE, like:FILE or a positive number, not '" + text + "'");
    }

    /** Told before anything is measured, not when the pilot is through. */
    @Test
    void whatCannotBeCountedIsRefusedAtOnce(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("base.json"), "[]");
        assertThatThrownBy(() -> Ops.parse("from:" + file).require(SMALL))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(SMALL.id());
        Cell odd = new Cell(SMALL.benchmark(), java.util.Map.of("bytes", "1K"), SMALL.layout());
        assertThatThrownBy(() -> Ops.parse("osu").require(odd))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("bytes=1K");
        Benchmark pairs = new Benchmark(
                "a.B.c",
                SMALL.benchmark().mode(),
                true,
                false,
                false,
                false,
                2,
                java.util.Map.of(),
                java.util.Optional.empty());
        assertThatThrownBy(() -> Ops.parse("1500000000").require(new Cell(pairs, java.util.Map.of(), SMALL.layout())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("too many");
        Ops.parse("auto").require(odd);
    }
}
