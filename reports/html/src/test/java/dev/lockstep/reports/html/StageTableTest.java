package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageTableTest {
    @TempDir
    private Path folder;

    private final StoryRun run = new StoryRun();

    private List<StageTable> tables() throws IOException {
        return StageTable.of(run.lineUp(folder));
    }

    private static List<String> rows(StageTable table) {
        return table.rows().stream()
                .map(row -> row.name() + ": "
                        + row.figures().stream().map(StageTable.Figure::text).collect(Collectors.joining(" | ")))
                .toList();
    }

    private static List<String> series(Chart chart) {
        return chart.series().stream()
                .map(one -> one.name() + " "
                        + one.points().stream()
                                .map(p -> p.label() + " " + p.y())
                                .toList())
                .toList();
    }

    private StageTableTest time(String benchmark, String params, double nanos) {
        run.cell("a." + benchmark, params, nanos, 3, 0);
        return this;
    }

    @Test
    void eachStageIsAColumnAndWhatAddsUpIsStacked() throws IOException {
        String metrics = "{\"encoded.bytes\":{\"score\":135,\"scoreError\":0,\"scoreUnit\":\"B\",\"rawData\":[[135]]},"
                + "\"gc.alloc.rate.norm\":{\"score\":208.2,\"scoreError\":0,\"scoreUnit\":\"B/op\",\"rawData\":[[208.2]]}}";
        run.cell("a.EncodeBenchmark.encode", "buffer=fresh codec=kryo payload=ping", 100, 3, 0, 1, metrics);
        time("EncodeBenchmark.encode", "buffer=reused codec=kryo payload=ping", 80);
        time("DecodeBenchmark.decode", "codec=kryo instance=fresh payload=ping", 200);
        time("RoundTripBenchmark.roundTrip", "codec=kryo payload=ping", 310);
        time("StagesBenchmark.toForm", "codec=text payload=ping", 900);
        time("StagesBenchmark.toBytes", "codec=text payload=ping", 100);
        time("StagesBenchmark.formOf", "codec=text payload=ping", 50);
        time("StagesBenchmark.fromForm", "codec=text payload=ping", 1950);
        time("DecodeBenchmark.decode", "codec=text instance=fresh payload=ping", 2000);
        StageTable table = tables().get(0);
        assertThat(tables()).hasSize(1);
        assertThat(table.title()).isEqualTo("Serialization, ping");
        assertThat(table.param()).isEqualTo("codec");
        assertThat(table.columns())
                .containsExactly(
                        "encode, fresh, ns",
                        "encode, reused, ns",
                        "to form, ns",
                        "to bytes, ns",
                        "decode, µs",
                        "form of, ns",
                        "from form, µs",
                        "round trip, ns",
                        "encoded bytes",
                        "B allocated, encode, fresh");
        assertThat(rows(table))
                .containsExactly(
                        "kryo: 100 ±0 | 80.0 ±0.0 | – | – | 0.200 ±0.000 | – | – | 310 ±0 | 135 | 208",
                        "text: – | – | 900 ±0 | 100 ±0 | 2.00 ±0.00 | 50.0 ±0.0 | 1.95 ±0.00 | – | – | –");
        assertThat(series(table.stack().orElseThrow()))
                .containsExactly(
                        "encode [kryo 0.1]",
                        "to form [text 0.9]",
                        "to bytes [text 0.1]",
                        "decode [kryo 0.2]",
                        "form of [text 0.05]",
                        "from form [text 1.95]",
                        "the whole, measured [kryo 0.31]");
    }

    @Test
    void whatVariesMostAreTheRowsAndAnythingElseSharedATableEach() throws IOException {
        for (String payload : List.of("a", "b", "c")) {
            time("EncodeBenchmark.encode", "codec=kryo payload=" + payload, 100);
            time("DecodeBenchmark.decode", "codec=kryo payload=" + payload, 200);
        }
        time("EncodeBenchmark.encode", "codec=json payload=a", 100)
                .time("DecodeBenchmark.decode", "codec=json payload=a", 1);
        assertThat(tables())
                .extracting(table ->
                        table.param() + " " + table.title() + " " + table.rows().size())
                .containsExactly("payload Serialization, json 1", "payload Serialization, kryo 3");
    }

    @Test
    void oneStageIsNoTable() throws IOException {
        time("EncodeBenchmark.encode", "codec=kryo payload=a", 100).time("B.other", "codec=kryo payload=a", 200);
        assertThat(tables()).isEmpty();
    }

    @Test
    void anotherSectionHasATableOfItsOwn() throws IOException {
        time("Mine.first", "way=x", 100).time("Mine.second", "way=x", 200).time("Mine.second", "way=y", 300);
        run.planned("c1", "a.Mine.first", "way=x", "", ",\"section\":\"parsing\",\"stage\":\"scan\"");
        run.planned("c2", "a.Mine.second", "way=x", "", ",\"section\":\"parsing\",\"stage\":\"build-tree\"");
        run.planned("c3", "a.Mine.second", "way=y", "", ",\"section\":\"parsing\",\"stage\":\"build-tree\"");
        StageTable table = tables().get(0);
        assertThat(table.title() + " by " + table.param()).isEqualTo("Parsing by way");
        assertThat(table.columns()).containsExactly("scan, ns", "build tree, ns");
        assertThat(rows(table)).containsExactly("x: 100 ±0 | 200 ±0", "y: – | 300 ±0");
        assertThat(table.stack()).isEmpty();
    }
}
