package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.RunEvent;
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
import org.junit.jupiter.params.provider.ValueSource;

/** What JMH has written over the years, and what happens to files on the way. */
class JmhFormatsTest {
    /** As JMH 1.20 has it: no {@code params}, no {@code jvm...}; strings for what is no number. */
    private static final String ENTRY = "{\"benchmark\":\"a.B.c\",\"mode\":\"thrpt\",\"threads\":1,\"forks\":1,"
            + "\"primaryMetric\":{\"score\":\"NaN\",\"scoreError\":\"+INF\",\"scoreUnit\":\"ops/us\","
            + "\"rawData\":[[1.5,\"-INF\"],[]]},"
            + "\"secondaryMetrics\":{\"SECONDARY\":{\"score\":\"+INF\",\"scoreError\":\"NaN\",\"scoreUnit\":\"B/op\","
            + "\"rawData\":[[2]]}}}";

    @TempDir
    private Path directory;

    @Test
    void stringsAreNumbers() throws IOException {
        JmhResult result = read(bytes("[" + ENTRY + "]")).get(0);

        assertThat(result.primary().score()).isNaN();
        assertThat(result.primary().raw()).containsExactly(List.of(1.5, Double.NEGATIVE_INFINITY), List.of());
        assertThat(result.params()).isEmpty();
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
    void aParameterCalledRanksIsOurOwnOnlyBesideComm() throws IOException {
        String two = ENTRY.replace("\"threads\"", "\"params\":{\"ranks\":\"2\"},\"threads\"");
        String four = two.replace("\"2\"", "\"4\"");

        assertThat(read(bytes("[" + two + "," + four + "]")))
                .extracting(result -> result.key().row().params().get("ranks"))
                .containsExactly("2", "4");
    }

    @Test
    void gzipIsKnownByItsFirstBytes() throws IOException {
        assertThat(read(zipped("[" + ENTRY + "," + ENTRY.replace("thrpt", "avgt") + "]")))
                .hasSize(2);
    }

    @Test
    void aFileCutOffAtAnyByteIsRefusedByName() throws IOException {
        byte[] whole = bytes("[" + ENTRY + "," + ENTRY.replace("thrpt", "avgt") + "]");
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part))
                    .as("the first %d bytes", length)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(
                            length == 0
                                    ? "results.json, the top level: expected an array"
                                    : "results.json, line 1, column");
        }
        assertThat(read(whole)).hasSize(2);
    }

    @Test
    void aCompressedFileCutOffAtAnyByteIsRefusedByName() throws IOException {
        byte[] whole = zipped("[" + ENTRY + "]");
        // Of the trailer, checksum and length, the text does not need the last byte; GZIPInputStream does.
        for (int length = 2; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part))
                    .as("the first %d bytes", length)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("results.json");
        }
        whole[whole.length / 2] ^= 0x55;
        assertThatThrownBy(() -> read(whole))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("results.json");
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
    @ValueSource(strings = {"{}", "3", "null", "\"[]\""})
    void aFileThatIsNoArrayIsRefused(String json) {
        assertThatThrownBy(() -> read(bytes(json)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("the top level: expected an array of results, as JMH's -rf json writes it");
    }

    @Test
    void whatIsWrongInsideIsPointedAt() {
        assertThatThrownBy(() -> read(bytes("[" + ENTRY + ",5]")))
                .hasMessageContaining("/1: expected an object, found 5");
        assertThatThrownBy(() -> read(bytes("[" + ENTRY + "] []")))
                .hasMessageContaining("expected nothing after the array of results, found []");
        assertThatThrownBy(() -> read(bytes("[" + ENTRY.replace("\"mode\"", "\"benchmark\"") + "]")))
                .hasMessageContaining("Duplicate field 'benchmark'");
        assertThatThrownBy(() -> read(bytes("[".repeat(5000)))).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void aScanSeesEveryResultAndTheRestOfTheRun() throws IOException {
        RunScan scan = RunScan.read(Path.of("src/test/resources/runs/suite"));

        assertThat(scan.results())
                .hasSize(35)
                .isEqualTo(JmhResultReader.read(Path.of("src/test/resources/runs/suite/results.json")));
        assertThat(scan.environment().orElseThrow().find("CPU")).contains("AMD EPYC 7B13");
        assertThat(scan.state().orElseThrow().byKey().values().stream().flatMap(cell -> cell.failureText().stream()))
                .hasSize(2)
                .anyMatch(reason -> reason.contains("no progress for 60 s"))
                .anyMatch(reason -> reason.contains("OutOfMemoryError"));
        assertThat(scan.state().orElseThrow().byKey().values().stream()
                        .map(cell -> cell.planned().orElseThrow())
                        .filter(RunEvent.Cell::oversubscribed))
                .isNotEmpty()
                .allSatisfy(cell -> assertThat(cell.ranks()).isEqualTo(4));
    }

    @Test
    void aScanOfARunThatDiedBeforeItsFirstResultSaysSo() throws IOException {
        Files.writeString(directory.resolve("journal.jsonl"), "{\"event\":\"start\"}\n");

        assertThat(RunScan.read(directory).notes())
                .anyMatch(note -> note.startsWith("results.json is missing"))
                .anyMatch(note -> note.contains("has no end"));
        Files.delete(directory.resolve("journal.jsonl"));
        assertThatThrownBy(() -> RunScan.read(directory))
                .hasMessageContaining("expected results.json or journal.jsonl, found neither");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "us/op ns/op 1000",
                "ms/op ns/op 1e6",
                "ops/us ops/ns 1e-3",
                "ops/s ops/ns 1e-9",
                "MB/s MB/ns 1e-9",
                "B/op B/op 1",
                "% % 1",
                "messages messages 1",
                "MB/sec MB/sec 1"
            })
    void unitsOfOneKindHaveOneBase(String line) {
        String[] words = line.split(" ");
        assertThat(Unit.of(words[0]).base()).isEqualTo(words[1]);
        assertThat(Unit.of(words[0]).factor()).isEqualTo(Double.parseDouble(words[2]));
    }

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
}
