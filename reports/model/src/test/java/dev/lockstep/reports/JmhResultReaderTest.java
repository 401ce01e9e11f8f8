package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What JMH has written over the years, and what happens to files on the way. */
class JmhResultReaderTest {
    /** As JMH 1.20 has it: no {@code params}, no {@code jvm...}; strings for what is no number. */
    private static final String ENTRY = "{\"benchmark\":\"a.B.c\",\"mode\":\"thrpt\",\"threads\":1,\"forks\":1,"
            + "\"primaryMetric\":{\"score\":\"NaN\",\"scoreError\":\"+INF\",\"scoreUnit\":\"ops/us\","
            + "\"rawData\":[[1.5,\"-INF\"],[]]},"
            + "\"secondaryMetrics\":{\"SECONDARY\":{\"score\":\"+INF\",\"scoreError\":\"NaN\",\"scoreUnit\":\"B/op\","
            + "\"rawData\":[[2]]}}}";

    private static final String OTHER = ENTRY.replace("thrpt", "avgt");

    @TempDir
    private Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(bytes(text));
        }
        return bytes.toByteArray();
    }

    private List<JmhResult> read(byte[] content) throws IOException {
        return JmhResultReader.read(Files.write(directory.resolve("results.json"), content));
    }

    private static String entry(String params) {
        return ENTRY.replace("\"threads\"", "\"params\":" + params + ",\"threads\"");
    }

    @Test
    void stringsAreNumbersAndWhatIsLackingIsUnknown() throws IOException {
        JmhResult result = read(bytes("[" + ENTRY + "]")).get(0);

        assertThat(result.primary().score()).isNaN();
        assertThat(result.primary().raw()).containsExactly(List.of(1.5, Double.NEGATIVE_INFINITY), List.of());
        assertThat(result.params()).isEmpty();
        assertThat(Column.of(result.key())).isEqualTo(Column.PLAIN);
        assertThat(result.jvm().jdk()).isEqualTo("unknown");
        assertThat(result.batchSize()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gc.alloc.rate.norm",
                "\u00b7gc.alloc.rate.norm",
                "\u00c2\u00b7gc.alloc.rate.norm",
                "?gc.alloc.rate.norm"
            })
    void secondaryMetricsGoByOneName(String written) throws IOException {
        assertThat(read(bytes("[" + ENTRY.replace("SECONDARY", written) + "]"))
                        .get(0)
                        .secondary())
                .containsOnlyKeys("gc.alloc.rate.norm");
    }

    @Test
    void commAndRanksAreAColumnAndAParameterCalledRanksIsOneOnlyBesideComm() throws IOException {
        CellKey key = read(bytes("[" + entry("{\"bytes\":\"16\",\"comm\":\"openmpi\",\"ranks\":\"4\"}") + "]"))
                .get(0)
                .key();
        assertThat(key.row().params()).containsOnlyKeys("bytes");
        assertThat(key.row().size()).contains(16L);
        assertThat(Column.of(key)).isEqualTo(new Column("openmpi", 4));
        assertThat(read(bytes("[" + entry("{\"ranks\":\"2\"}") + "," + entry("{\"ranks\":\"4\"}") + "]")))
                .extracting(result -> result.key().row().params().get("ranks"))
                .containsExactly("2", "4");
    }

    @Test
    void takesWeightedMeansOfHistograms() throws IOException {
        String sampled = ENTRY.replace("\"rawData\":[[1.5,\"-INF\"],[]]", "\"rawDataHistogram\":[[[[1.0,1],[3.0,3]]]]");
        JmhResult result =
                read(bytes("[" + sampled.replace("thrpt", "sample") + "]")).get(0);

        assertThat(result.primary().forkMeans())
                .singleElement()
                .satisfies(mean -> assertThat(mean).isCloseTo(2.5, within(1e-9)));
    }

    /** Any part of a file, compressed or not; of gzip's trailer the text does not need the last byte, its reader does. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileCutOffAtAnyByteIsRefusedByName(boolean compressed) throws IOException {
        String text = "[" + ENTRY + "," + OTHER + "]";
        byte[] whole = compressed ? zipped(text) : bytes(text);
        for (int length = compressed ? 2 : 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part))
                    .as("the first %d bytes", length)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("results.json")
                    .hasMessageContaining(
                            compressed ? "" : length == 0 ? ", the top level: expected an array" : ", line 1, column");
        }
        assertThat(read(whole)).hasSize(2);
        whole[whole.length / 2] ^= 0x55;
        assertThatThrownBy(() -> read(whole)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void whatUnpacksToMoreThanTheLimitIsRefusedByName() throws IOException {
        byte[] text = bytes("[" + ENTRY + "]");
        Path packed = Files.write(directory.resolve("results.json.gz"), zipped("[" + ENTRY + "]"));
        try (InputStream in = Input.open(packed, text.length)) {
            assertThat(in.readAllBytes()).isEqualTo(text);
        }
        try (InputStream in = Input.open(packed, text.length - 1)) {
            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("results.json.gz: expected at most " + (text.length - 1) + " bytes");
        }
        try (InputStream in = Input.open(packed, 1)) {
            assertThat(in.read()).isEqualTo('[');
            assertThatThrownBy(in::read).isInstanceOf(InvalidInputException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            {}                  ~ the top level: expected an array of results, as JMH's -rf json writes it
            3                   ~ the top level: expected an array of results, as JMH's -rf json writes it
            null                ~ the top level: expected an array of results, as JMH's -rf json writes it
            [ENTRY,5]           ~ /1: expected an object, found 5
            [ENTRY] []          ~ expected nothing after the array of results, found []
            [ENTRY,ENTRY]       ~ /1: expected one result per cell
            [ENTRY,{"benchmark":"b","mode":"ss"}] ~ /1/primaryMetric: expected an object, found nothing
            [{"benchmark":"b","mode":"ss","mode":"ss"}] ~ Duplicate field 'mode'
            [{"benchmark":"b","mode":"ss","primaryMetric":{"score":"x"}}] ~ /0/primaryMetric/score: expected a number, found "x"
            """)
    void whatIsWrongIsPointedAt(String json, String message) {
        assertThatThrownBy(() -> read(bytes(json.replace("ENTRY", ENTRY))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> read(bytes("[".repeat(5000)))).isInstanceOf(InvalidInputException.class);
    }

    /** NAMED is a benchmark with a mode, SCORE a whole metric. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            "mode":"ss","primaryMetric":SCORE              ~ /0/benchmark: expected a string, found nothing
            "benchmark":null                               ~ /0/benchmark: expected a string, found null
            "benchmark":["b"]                              ~ /0/benchmark: expected a string, found ["b"]
            "benchmark":"b","primaryMetric":SCORE          ~ /0/mode: expected a string, found nothing
            NAMED,"threads":"2"                            ~ /0/threads: expected a number, found "2"
            NAMED,"params":["x"]                           ~ /0/params: expected an object, found ["x"]
            NAMED,"params":{"a/b":{"c":1}}                 ~ b: expected a string, found {"c":1}
            NAMED,"jvmArgs":"-Xmx1g"                       ~ /0/jvmArgs: expected an array, found "-Xmx1g"
            NAMED,"jvmArgs":["-Xmx1g",null]                ~ /0/jvmArgs/1: expected a string, found null
            NAMED,"primaryMetric":7                        ~ /0/primaryMetric: expected an object, found 7
            NAMED,"primaryMetric":{"scoreUnit":"s"}        ~ /0/primaryMetric/score: expected a number, found nothing
            NAMED,"primaryMetric":{"score":1}              ~ /primaryMetric/scoreUnit: expected a string, found nothing
            NAMED,"primaryMetric":{"score":"1.5"}          ~ /primaryMetric/score: expected a number, found "1.5"
            NAMED,"primaryMetric":{"rawData":[1,2]}        ~ /rawData/0: expected an array, found 1
            NAMED,"primaryMetric":{"rawData":[[1],[2,""]]} ~ /0/primaryMetric/rawData/1/1: expected a number, found ""
            NAMED,"primaryMetric":{"rawDataHistogram":[[[[1,2,3]]]]} ~ /0/0/0: expected a value and a count, found 3
            NAMED,"primaryMetric":{"rawDataHistogram":[[[[1]]]]}     ~ /0/0/0: expected a value and a count, found 1
            NAMED,"primaryMetric":SCORE,"secondaryMetrics":{"x":{}}  ~ /0/secondaryMetrics/x/score: expected a number
            NAMED,"primaryMetric":SCORE,"secondaryMetrics":[]        ~ /0/secondaryMetrics: expected an object, found []
            """)
    void aFieldThatIsLackingOrWrongIsPointedAt(String fields, String message) {
        String entry = fields.replace("NAMED", "\"benchmark\":\"b\",\"mode\":\"ss\"")
                .replace("SCORE", "{\"score\":1,\"scoreUnit\":\"s/op\"}");
        assertThatThrownBy(() -> read(bytes("[{" + entry + "}]")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    /** Another program may sort them, or put the numbers first. */
    @Test
    void fieldsComeInAnyOrder() throws IOException {
        String usual = """
                [{"jmhVersion":"1.37","benchmark":"a.B.c","mode":"ss","threads":2,"forks":3,
                "jvmArgs":["-Xmx1g","-Xss1m"],"jdkVersion":"17.0.1","vmName":"VM","vmVersion":"17.0.1+2",
                "measurementBatchSize":5,"params":{"bytes":"16","kind":"new"},
                "primaryMetric":{"score":1.5,"scoreUnit":"us/op","rawData":[[1.25,1.75],[1.5]]},
                "secondaryMetrics":{"x":{"score":2,"scoreUnit":"B/op","rawData":[[2,2],[2]]}}}]""";
        String another = """
                [{"secondaryMetrics":{"x":{"rawData":[[2,2],[2]],"scoreUnit":"B/op","score":2}},
                "primaryMetric":{"rawData":[[1.25,1.75],[1.5]],"scoreUnit":"us/op","score":1.5},
                "params":{"kind":"new","bytes":"16"},"measurementBatchSize":5,"vmVersion":"17.0.1+2","vmName":"VM",
                "jdkVersion":"17.0.1","jvmArgs":["-Xmx1g","-Xss1m"],"forks":3,"threads":2,"mode":"ss",
                "benchmark":"a.B.c","jmhVersion":"1.37"}]""";

        assertThat(read(bytes(usual)))
                .isEqualTo(read(bytes(another)))
                .containsExactly(new JmhResult(
                        CellKey.of("a.B.c", "ss", Map.of("bytes", "16", "kind", "new"), 2),
                        3,
                        5,
                        new JmhResult.Jvm("17.0.1", "VM", "17.0.1+2", List.of("-Xmx1g", "-Xss1m")),
                        new Metric(1.5, Unit.of("us/op"), List.of(List.of(1.25, 1.75), List.of(1.5))),
                        Map.of("x", new Metric(2, Unit.of("B/op"), List.of(List.of(2.0, 2.0), List.of(2.0))))));
    }

    @Test
    void whatIsUnknownIsSkippedWhateverItHolds() throws IOException {
        String unknown = "\"new\":{\"benchmark\":[1,{\"mode\":null}],\"rawData\":{}},\"more\":[[],true,\"]\"],";
        String more = ENTRY.replace("\"mode\"", unknown + "\"mode\"").replace("\"score\":", unknown + "\"score\":");

        assertThat(read(bytes("[" + more + "]"))).isEqualTo(read(bytes("[" + ENTRY + "]")));
        assertThatThrownBy(() -> read(bytes("[{\"new\":[" + "1,".repeat(2_000_000) + "1]}]")))
                .hasMessageContaining("/0: expected at most 2000000 values and names");
    }

    @Test
    void parametersAreTexts() throws IOException {
        assertThat(read(bytes("[" + entry("{\"bytes\":16,\"inPlace\":true,\"root\":null}") + "]"))
                        .get(0)
                        .params())
                .isEqualTo(Map.of("bytes", "16", "inPlace", "true", "root", "null"));
    }

    @Test
    void whatResultsShareIsInMemoryOnce() throws IOException {
        String jvm = "{\"jdkVersion\":\"17\",\"jvmArgs\":[\"-Xmx1g\"],";
        String both = ENTRY.replaceFirst("\\{", jvm) + "," + OTHER.replaceFirst("\\{", jvm);
        List<JmhResult> results = read(bytes("[" + both + "]"));

        assertThat(results.get(0).jvm()).isSameAs(results.get(1).jvm());
        assertThat(results.get(0).key().benchmark())
                .isSameAs(results.get(1).key().benchmark());
        assertThat(results.get(0).primary().unit())
                .isSameAs(results.get(1).primary().unit());
    }

    /** Fields without a value are as if they were not there, as far as they may be absent. */
    @Test
    void nullIsNoValue() throws IOException {
        String nulls = "{\"params\":null,\"threads\":null,\"jvmArgs\":null,\"jdkVersion\":null,";
        String without = ENTRY.replace("\"threads\":1,", "").replaceFirst("\\{", nulls);

        assertThat(read(bytes("[" + without + "]"))).isEqualTo(read(bytes("[" + ENTRY + "]")));
    }

    @ParameterizedTest
    @CsvSource({
        "us/op, ns/op, 1000",
        "ms/op, ns/op, 1e6",
        "ops/us, ops/ns, 1e-3",
        "ops/s, ops/ns, 1e-9",
        "MB/s, MB/ns, 1e-9",
        "B/op, B/op, 1",
        "%, %, 1",
        "MB/sec, MB/sec, 1"
    })
    void unitsOfOneKindHaveOneBase(String unit, String base, double factor) {
        assertThat(Unit.of(unit).base()).isEqualTo(base);
        assertThat(Unit.of(unit).factor()).isEqualTo(factor);
        assertThat(Unit.of(unit).higherIsBetter()).isEqualTo(unit.matches("(ops|MB)/.*"));
    }
}
