package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.CellKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineUpTest {
    private static final Column LOCAL_2 = new Column("local", 2);
    private static final Column LOCAL_4 = new Column("local", 4);
    private static final Column OPENMPI_2 = new Column("openmpi", 2);
    private static final Column OPENMPI_4 = new Column("openmpi", 4);

    @TempDir
    private Path directory;

    @Test
    void putsOneJvmFirstAndComparesOnlyColumnsOfAsManyRanks() throws IOException {
        LineUp.Table table = suite().tables().get(0);

        assertThat(table.columns()).containsExactly(LOCAL_2, LOCAL_4, OPENMPI_2, OPENMPI_4);
        assertThat(table.reference(LOCAL_2)).isEmpty();
        assertThat(table.reference(LOCAL_4)).isEmpty();
        assertThat(table.reference(OPENMPI_2)).contains(LOCAL_2);
        assertThat(table.reference(OPENMPI_4)).contains(LOCAL_4);
    }

    @Test
    void computesRatiosAcrossUnits() throws IOException {
        LineUp lineUp =
                lineUp(entry("local", 2, 200, "ns/op"), entry("ffm", 2, 0.3, "us/op"), entry("ffm", 4, 0.5, "us/op"));
        LineUp.Row row = lineUp.tables().get(0).groups().get(0).rows().get(0);

        assertThat(row.cell(LOCAL_2).orElseThrow().against()).isEmpty();
        assertThat(row.cell(new Column("ffm", 2))
                        .orElseThrow()
                        .against()
                        .orElseThrow()
                        .ratio())
                .isCloseTo(1.5, within(1e-9));
        assertThat(row.cell(new Column("ffm", 4)).orElseThrow().against()).isEmpty();
    }

    /** Where no column is to be compared with, the fastest of the transports is, and it alone has no ratio. */
    @Test
    void comparesTransportsThatDoTheSame() throws IOException {
        LineUp lineUp = lineUp(
                entry("none", 2, 200, "ns/op", "mine", "64"),
                entry("none", 2, 100, "ns/op", "socket", "64"),
                entry("none", 2, 900, "ns/op", "socket", "1024"));
        assertThat(ratios(lineUp)).containsExactly("2.0 socket", "-", "-");
        LineUp counted =
                lineUp(entry("none", 2, 200, "ops/ms", "mine", "64"), entry("none", 2, 100, "ops/ms", "socket", "64"));
        assertThat(ratios(counted)).containsExactly("-", "0.5 mine");
    }

    private static List<String> ratios(LineUp lineUp) {
        return lineUp.cells()
                .map(cell -> cell.against()
                        .map(other -> other.ratio() + " " + other.transport())
                        .orElse("-"))
                .toList();
    }

    /** One JVM, else C, else the first. */
    @Test
    void comparesWithWhatThereIs() throws IOException {
        Column c = new Column("c", 2);
        LineUp.Table two = lineUp(entry("ffm", 2, 1, "us/op"), entry("openmpi", 2, 2, "us/op"))
                .tables()
                .get(0);
        assertThat(two.reference(OPENMPI_2)).contains(new Column("ffm", 2));
        LineUp.Table withC = lineUp(entry("openmpi", 2, 2, "us/op"), entry("c", 2, 1, "us/op"))
                .tables()
                .get(0);
        assertThat(withC.columns()).containsExactly(c, OPENMPI_2);
        assertThat(withC.reference(OPENMPI_2)).contains(c);
        assertThat(lineUp(entry("c", 2, 1, "us/op"), entry("local", 2, 2, "us/op"))
                        .tables()
                        .get(0)
                        .reference(c))
                .contains(LOCAL_2);
    }

    @Test
    void ordersSizesAsNumbersAndKeepsPlainBenchmarksApart() throws IOException {
        LineUp lineUp = suite();

        assertThat(lineUp.tables()).extracting(LineUp.Table::ranked).containsExactly(true, false);
        assertThat(lineUp.tables().get(0).groups().get(0).rows())
                .extracting(row -> row.key().size().orElseThrow())
                .containsExactly(16L, 1024L, 65536L, 1048576L);
        assertThat(lineUp.tables().get(1).columns()).containsExactly(Column.PLAIN);
    }

    @Test
    void keepsTheSizesOfOtherParametersTogether() {
        List<String> ordered = Stream.of("new 16", "kept 1024", "kept 16", "new 1024")
                .map(text -> text.split(" "))
                .map(text -> new CellKey("a.B.c", "ss", new TreeMap<>(Map.of("kind", text[0], "bytes", text[1])), 1))
                .sorted(CellKey.byParams())
                .map(row -> row.params().get("kind") + " " + row.params().get("bytes"))
                .toList();

        assertThat(ordered).containsExactly("kept 16", "kept 1024", "new 16", "new 1024");
    }

    @Test
    void joinsEveryRanksScores() throws IOException {
        Cell cell = suite().cells()
                .filter(some -> some.column().equals(OPENMPI_2))
                .findFirst()
                .orElseThrow();
        Measured measured = cell.good().orElseThrow();

        assertThat(measured.rankMeans()).containsOnlyKeys("0", "1");
        assertThat(measured.rankMeans().values().stream()
                        .mapToDouble(mean -> mean)
                        .average()
                        .orElseThrow())
                .isCloseTo(measured.score(), within(0.001 * measured.score()));
        assertThat(measured.slowestRank().orElseThrow()).isGreaterThan(measured.score());
        assertThat(cell.conditions().floorNanos()).hasValue(27.4);
    }

    @Test
    void choosesUnitsAndDigitsThatReadWell() {
        Unit us = Unit.of("us/op");

        assertThat(us.toShow(List.of(212.0, 352.0)).ascii()).isEqualTo("ns");
        assertThat(us.toShow(List.of(212.0, 73_400.0)).symbol()).isEqualTo("µs");
        assertThat(us.toShow(List.of(212.0, 3_500_000.0)).ascii()).isEqualTo("us");
        assertThat(us.toShow(List.of(2.5e9)).ascii()).isEqualTo("s");
        assertThat(Unit.of("ops/ms").toShow(List.of(5.0)).ascii()).isEqualTo("ops/ms");
        assertThat(Stream.of(0.21, 0.9999, 73.44, 1234.5, Double.NaN).map(Figures::three))
                .containsExactly("0.210", "1.00", "73.4", "1,230", "–");
        assertThat(Figures.like("73.4", 1.08)).isEqualTo("1.1");
        assertThat(Figures.like("0.210", 0.00004)).isEqualTo("<0.001");
        assertThat(Figures.bytes(65536)).isEqualTo("64 KiB");
        assertThat(Figures.bytes(1000)).isEqualTo("1,000 B");
    }

    private static LineUp suite() throws IOException {
        return LineUp.of(RunData.read(Path.of("src/test/resources/runs/suite")));
    }

    private LineUp lineUp(String... entries) throws IOException {
        Path file = Files.writeString(directory.resolve("results.json"), "[" + String.join(",", entries) + "]");
        return LineUp.of(RunData.read(file));
    }

    private static String entry(String comm, int ranks, double score, String unit, String transport, String bytes) {
        return entry(comm, ranks, score, unit)
                .replace("\"comm\"", "\"transport\":\"" + transport + "\",\"bytes\":\"" + bytes + "\",\"comm\"");
    }

    private static String entry(String comm, int ranks, double score, String unit) {
        return "{\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"threads\":1,\"params\":{\"comm\":\"" + comm
                + "\",\"ranks\":\"" + ranks + "\"},\"primaryMetric\":{\"score\":" + score
                + ",\"scoreError\":0.1,\"scoreUnit\":\"" + unit + "\",\"rawData\":[[" + score + "]]}}";
    }
}
