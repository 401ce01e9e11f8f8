package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.html.ReportPage.Headline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SerializationTest {
    @TempDir
    private Path scratch;

    private Serialization.OfPayload ping(CodecResults results) throws IOException {
        Serialization all = Serialization.of(results.lineUp(scratch));
        assertThat(all.payloads()).hasSize(1);
        return all.payloads().get(0);
    }

    private static CodecResults stages(double toForm, double toBytes, double formOf, double fromForm) {
        return new CodecResults()
                .codec("json-string", 1000, 2000, 353)
                .codec("kryo", 400, 600, 135)
                .time("StagesBenchmark.toForm", "json-string", toForm)
                .time("StagesBenchmark.toBytes", "json-string", toBytes)
                .time("StagesBenchmark.formOf", "json-string", formOf)
                .time("StagesBenchmark.fromForm", "json-string", fromForm)
                .time("StagesBenchmark.encode", "json-string", 1000)
                .time("StagesBenchmark.decode", "json-string", 2000);
    }

    @Test
    void saysWhatAWayThroughAStringCostsWithItsInterval() throws IOException {
        Serialization.OfPayload ping = ping(stages(900, 100, 200, 1800));
        assertThat(ping.costs())
                .containsExactly(
                        "To encode and decode takes from 1.00 µs by kryo to 3.00 µs by json-string,"
                                + " 3.00× (2.97 to 3.03) as long.",
                        "json-string costs 3.00× (2.97 to 3.03) kryo; 30% (30% to 30%) of that is string building"
                                + " (object to string).");
        assertThat(ping.sums())
                .containsExactly(
                        "json-string, encoding: the stages add up to 100% (98% to 102%) of the whole,"
                                + " 0.900 + 0.100 of 1.00 µs: within 10%.",
                        "json-string, decoding: the stages add up to 100% (98% to 102%) of the whole,"
                                + " 0.200 + 1.80 of 2.00 µs: within 10%.");
    }

    @Test
    void saysWhatIsMissingWhereTheStagesDoNotAddUpWithinATenth() throws IOException {
        List<String> sentences = ping(stages(700, 100, 500, 2000)).sums();
        assertThat(sentences.get(0))
                .contains("add up to 80% (79% to 81%) of the whole, 0.700 + 0.100 of 1.00 µs: 200 ns are missing");
        assertThat(sentences.get(1)).contains("add up to 125%", "2.00 µs: 500 ns too much");
        assertThat(ping(stages(850, 100, 2150, 1)).sums())
                .hasSize(2)
                .allSatisfy(sentence -> assertThat(sentence).endsWith(": within 10%."));
        assertThat(ping(stages(790, 100, 1100, 1110)).sums())
                .hasSize(2)
                .allSatisfy(
                        sentence -> assertThat(sentence).endsWith(": whether within 10%, the launches do not tell."));
    }

    @Test
    void saysWhichPieceWasNotMeasured() throws IOException {
        CodecResults half = new CodecResults()
                .codec("json-string", 1000, 2000, 353)
                .time("StagesBenchmark.toForm", "json-string", 900);
        assertThat(ping(half).sums())
                .anyMatch(s -> s.contains(
                        "encoding: the stages cannot be added up, for the second has no number that counts"));
        CodecResults noWhole = new CodecResults()
                .time("StagesBenchmark.toForm", "json-string", 900)
                .time("StagesBenchmark.toBytes", "json-string", 100);
        assertThat(ping(noWhole).sums())
                .containsExactly(
                        "json-string, encoding: the stages cannot be added up, for the whole has no number that counts.");
    }

    @Test
    void whatWasStillChangingIsInTheTableAndInNoSentence() throws IOException {
        CodecResults results = stages(900, 100, 200, 1800).drifting("DecodeBenchmark.decode", "kryo");
        Serialization.OfPayload ping = ping(results);
        assertThat(ping.costs())
                .containsExactly("json-string takes 3.00 µs; 30% (30% to 30%) of that is string building (object to"
                        + " string).");
        assertThat(ping.rows()).extracting(Serialization.TableRow::codec).containsExactly("kryo", "json-string");
        assertThat(ping(results.drifting("StagesBenchmark.toBytes", "json-string"))
                        .sums()
                        .get(0))
                .isEqualTo("json-string, encoding: the stages cannot be added up, for the second has no number that"
                        + " counts.");
    }

    @Test
    void saysHowFarTheFloorIsBelow() throws IOException {
        Serialization far = Serialization.of(new CodecResults()
                .codec("empty", 2, 1, 0)
                .codec("written", 100, 80, 90)
                .lineUp(scratch));
        assertThat(far.floor())
                .isEqualTo("The floor: empty, a codec that does nothing, reads 2.00 ns to encode and 1.00 ns to decode."
                        + " What comes nearest to it, written, takes 50.0× (49.1 to 50.9) as long.");
        Serialization near = Serialization.of(new CodecResults()
                .codec("empty", 2, 1, 0)
                .codec("lost", 100, 1.2, 90)
                .lineUp(scratch));
        assertThat(near.floor()).contains("lost", "takes 1.20× (", "as long: so near that it says little");
        assertThat(Serialization.of(new CodecResults()
                                .codec("empty", 2, 1, 0)
                                .codec("lost", 100, 1.001, 90)
                                .lineUp(scratch))
                        .floor())
                .endsWith("lost, is not told apart from it.");
        assertThat(Serialization.of(
                                new CodecResults().codec("written", 100, 80, 90).lineUp(scratch))
                        .floor())
                .isEmpty();
        assertThat(far.payloads().get(0).costs()).noneMatch(s -> s.contains("empty"));
    }

    @Test
    void drawsTimeAgainstSizeStagesAndAllocation() throws IOException {
        Serialization.OfPayload ping = ping(stages(900, 100, 200, 1800).codec("empty", 2, 1, 0));
        assertThat(ping.charts()).extracting(Chart::kind).containsExactly("scatter", "stacks", "stacks", "bars");
        Chart scatter = ping.charts().get(0);
        assertThat(scatter.series()).extracting(Chart.Series::name).containsExactly("kryo", "json-string");
        assertThat(scatter.series().get(0).points().get(0).x()).isEqualTo(135);
        assertThat(scatter.frame().note()).startsWith("empty has no bytes");
        Chart encode = ping.charts().get(1);
        assertThat(encode.series())
                .extracting(Chart.Series::name)
                .containsExactly("object to string", "string to bytes", "in one piece", "the whole, measured");
        assertThat(encode.height()).isEqualTo(110 + 2 * 34);
        assertThat(encode.series().get(2).points())
                .extracting(Chart.Point::label)
                .containsExactly("kryo");
    }

    @Test
    void theTableLeavesAwayWhatNobodyMeasured() throws IOException {
        Serialization.OfPayload ping = ping(stages(900, 100, 200, 1800).codec("empty", 2, 1, 0));
        assertThat(ping.columns())
                .containsExactly("bytes", "encode, ns", "decode, ns", "both, ns", "× fastest", "B allocated to encode");
        assertThat(ping.rows())
                .extracting(Serialization.TableRow::codec)
                .containsExactly("empty", "kryo", "json-string");
        assertThat(ping.rows().get(2).figures())
                .extracting(Serialization.Figure::text)
                .containsExactly("353", "1,000 ±10", "2,000 ±20", "3,000 ±17", "3.00", "706");
        assertThat(ping.rows().get(0).figures().get(4).value())
                .as("nothing against the fastest")
                .isEmpty();
    }

    @Test
    void saysNoRatioWhereThereAreTooFewLaunches() throws IOException {
        Path few = Files.createDirectory(scratch.resolve("few"));
        stages(900, 100, 200, 1800).lineUp(few);
        Path results = few.resolve("results.json");
        Files.writeString(
                results,
                Files.readString(results).replaceAll("(\\[\\[[^\\]]*\\],\\[[^\\]]*\\]),\\[[^\\]]*\\]\\]", "$1]"));
        Serialization.OfPayload ping =
                Serialization.of(LineUp.of(RunData.read(results))).payloads().get(0);
        assertThat(ping.costs())
                .hasSize(2)
                .allSatisfy(s -> assertThat(s).doesNotContain("×").doesNotContain("%"));
        assertThat(ping.sums()).allSatisfy(s -> assertThat(s).doesNotContain("%"));
        assertThat(ping.rows().get(1).figures().get(1).text()).matches("1\\.00 \\([\\d.]+, [\\d.]+\\)");
    }

    @Test
    void benchmarksOfOtherNamesOrParametersAreNotTakenForCodecs() throws IOException {
        CodecResults others = new CodecResults()
                .time("EncoderBenchmark.encode", "kryo", 5)
                .entry("EncodeBenchmark.encode", "\"codec\":\"kryo\"", 5, "{}");
        assertThat(Serialization.of(others.lineUp(scratch)).payloads()).isEmpty();
        assertThat(Charts.of(others.lineUp(scratch))).hasSize(2);
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

    @Test
    void saysWhatMarshallingIsWithinAnExchangeAndAmongOtherTypes() throws IOException {
        CodecResults context = new CodecResults()
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
        assertThat(Headlines.of(context.lineUp(scratch)))
                .extracting(Headline::sentence)
                .contains("over a socket, one JVM, from object to object: 10.0 µs with kryo, 8.05 µs with written,"
                        + " 8.00 µs without any; marshalling and its bytes are 20% (19% to 21%) with kryo,"
                        + " too little to be told from none with written.")
                .anyMatch(s -> s.startsWith("json, ping, log in turn: 1.50× (1.4")
                        && s.endsWith("as long as the mean of each by itself."));
    }
}
