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
