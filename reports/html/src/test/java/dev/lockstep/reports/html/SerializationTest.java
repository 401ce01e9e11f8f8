package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.html.ReportPage.Headline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SerializationTest {
    @TempDir
    private Path scratch;

    private final StringBuilder told = new StringBuilder();

    private static CodecResults codecs() {
        return new CodecResults().codec("json-string", 1000, 2000, 353).codec("kryo", 400, 600, 135);
    }

    private static CodecResults stages(double toForm, double toBytes, double formOf, double fromForm) {
        return codecs().time("StagesBenchmark.toForm", "json-string", toForm)
                .time("StagesBenchmark.toBytes", "json-string", toBytes)
                .time("StagesBenchmark.formOf", "json-string", formOf)
                .time("StagesBenchmark.fromForm", "json-string", fromForm)
                .time("StagesBenchmark.encode", "json-string", 1000)
                .time("StagesBenchmark.decode", "json-string", 2000);
    }

    private void line(String text) {
        told.append(text).append('\n');
    }

    private void tell(String title, LineUp lineUp) {
        line("# " + title);
        Serialization all = Serialization.of(lineUp);
        line(all.floor());
        for (Serialization.OfPayload payload : all.payloads()) {
            payload.costs().forEach(this::line);
            payload.sums().forEach(this::line);
            line(payload.columns().toString());
            payload.rows()
                    .forEach(row -> line(row.codec() + ": "
                            + row.figures().stream()
                                    .map(Serialization.Figure::text)
                                    .collect(Collectors.joining(" | "))));
        }
        line("");
    }

    private void tell(String title, CodecResults results) throws IOException {
        tell(title, results.lineUp(scratch));
    }

    private void tellCharts(Chart chart) {
        line(chart.kind() + " " + chart.height() + " " + chart.frame().note());
        chart.series()
                .forEach(series -> line("  " + series.name() + " "
                        + series.points().stream()
                                .map(point -> point.label() + " " + point.x() + " " + point.y())
                                .toList()));
    }

    @Test
    void tellsOfCodecsLikeTheGoldenFile() throws IOException {
        CodecResults usual = stages(900, 100, 200, 1800).codec("empty", 2, 1, 0);
        tell("stages that add up, and a codec that does nothing", usual);
        Serialization.of(usual.lineUp(scratch)).payloads().get(0).charts().forEach(this::tellCharts);
        line("");
        tell("stages that lack a fifth, or are a quarter too much", stages(700, 100, 500, 2000));
        tell("stages that lack a twentieth", stages(850, 100, 2150, 1));
        tell("stages that lack a tenth, more or less", stages(790, 100, 1100, 1110));
        tell("no second stage", codecs().time("StagesBenchmark.toForm", "json-string", 900));
        tell(
                "no whole",
                new CodecResults()
                        .time("StagesBenchmark.toForm", "json-string", 900)
                        .time("StagesBenchmark.toBytes", "json-string", 100));
        tell(
                "one that was still changing is in the table and in no sentence",
                stages(900, 100, 200, 1800)
                        .drifting("DecodeBenchmark.decode", "kryo")
                        .drifting("StagesBenchmark.toBytes", "json-string"));
        tell("a floor that is near", new CodecResults().codec("empty", 2, 1, 0).codec("lost", 100, 1.2, 90));
        tell(
                "a floor that is reached",
                new CodecResults().codec("empty", 2, 1, 0).codec("lost", 100, 1.001, 90));
        tell("launches too few for a ratio", twoLaunches(stages(900, 100, 200, 1800)));
        tell(
                "benchmarks of other names or parameters",
                new CodecResults()
                        .time("EncoderBenchmark.encode", "kryo", 5)
                        .entry("EncodeBenchmark.encode", "\"codec\":\"kryo\"", 5, "{}"));
        line("# within an exchange, and among other types");
        Headlines.of(exchanges().lineUp(scratch)).stream()
                .map(Headline::sentence)
                .forEach(this::line);
        Golden.assertLike("serialization.txt", told.toString());
    }

    private LineUp twoLaunches(CodecResults results) throws IOException {
        results.lineUp(scratch);
        Path file = scratch.resolve("results.json");
        Files.writeString(
                file, Files.readString(file).replaceAll("(\\[\\[[^\\]]*\\],\\[[^\\]]*\\]),\\[[^\\]]*\\]\\]", "$1]"));
        return LineUp.of(RunData.read(file));
    }

    private static CodecResults exchanges() {
        return new CodecResults()
                .entry(
                        "EncodeSendDecodeBenchmark.encodeSendDecode",
                        "\"codec\":\"empty\",\"payload\":\"ping\"",
                        8000,
                        "{\"encoded.bytes\":{\"score\":0,\"scoreError\":0,\"scoreUnit\":\"B\",\"rawData\":[[0]]}}")
                .time("EncodeSendDecodeBenchmark.encodeSendDecode", "kryo", 10000)
                .time("EncodeSendDecodeBenchmark.encodeSendDecode", "written", 8050)
                .entry("CallSitesBenchmark.encodeDecode", "\"codec\":\"json\",\"types\":\"ping\"", 1000, "{}")
                .entry("CallSitesBenchmark.encodeDecode", "\"codec\":\"json\",\"types\":\"log\"", 3000, "{}")
                .entry("CallSitesBenchmark.encodeDecode", "\"codec\":\"json\",\"types\":\"ping+log\"", 3000, "{}");
    }

    @Test
    void benchmarksAreKnownByWhatTheyDeclareAndByTheirNamesWhereARunDoesNotSay() throws IOException {
        String kryo = "\"codec\":\"kryo\",\"payload\":\"ping\"";
        new CodecResults()
                .entry("Mine.turn", kryo, 400, "{}")
                .entry("EncodeBenchmark.encode", kryo, 5, "{}")
                .entry("DecodeBenchmark.decode", kryo, 7, "{}")
                .lineUp(scratch);
        String cell = "{\"event\":\"cell\",\"mode\":\"avgt\",\"threads\":1,\"params\":{" + kryo + "},";
        Files.writeString(
                scratch.resolve("journal.jsonl"),
                cell
                        + "\"cell\":\"c1\",\"benchmark\":\"a.Mine.turn\",\"section\":\"serialization\",\"stage\":\"encode\"}\n"
                        + cell
                        + "\"cell\":\"c2\",\"benchmark\":\"a.EncodeBenchmark.encode\",\"section\":\"\",\"stage\":\"\"}\n"
                        + cell + "\"cell\":\"c3\",\"benchmark\":\"a.DecodeBenchmark.decode\"}\n");
        LineUp lineUp = LineUp.of(RunData.read(scratch));
        Serialization.OfPayload ping = Serialization.of(lineUp).payloads().get(0);
        assertThat(ping.columns()).containsExactly("encode, ns", "decode, ns", "both, ns", "× fastest");
        assertThat(ping.rows().get(0).figures())
                .extracting(Serialization.Figure::text)
                .containsExactly("400 ±4", "7.00 ±0.07", "407 ±4", "1.00");
        assertThat(Charts.of(lineUp))
                .hasSize(1)
                .allSatisfy(chart -> assertThat(chart.frame().benchmark()).isEqualTo("a.EncodeBenchmark.encode"));
    }
}
