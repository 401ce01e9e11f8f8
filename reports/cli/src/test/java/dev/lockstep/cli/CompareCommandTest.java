package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code compare} and {@code import} as they are typed. */
@Timeout(60)
class CompareCommandTest {
    private static final Path FIXTURES = Path.of("../model/src/test/resources");
    private static final String BASE =
            FIXTURES.resolve("runs/compare/base.json").toString();
    private static final String HEAD =
            FIXTURES.resolve("runs/compare/head.json").toString();
    private static final String SUITE = FIXTURES.resolve("runs/suite").toString();

    private static final String ROW = """
            {"benchmark":"a.B.c\\u001b[31m\\u009b1m\\u202e","mode":"avgt","threads":1,"forks":1,"primaryMetric":
             {"score":1,"scoreError":1,"scoreUnit":"us/op","rawData":[[1]]},"secondaryMetrics":{}}""";

    @TempDir
    Path scratch;

    @Test
    void whatRegressedFailsTheCommand() {
        Typed typed = Typed.in("compare", BASE, HEAD);

        assertThat(typed.exit()).isEqualTo(1);
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out())
                .contains("regressed       Codec.regressed(bytes=64)")
                .endsWith("3 no change.\n");
    }

    @Test
    void whatIsTheSamePasses() {
        assertThat(Typed.in("compare", SUITE, SUITE).exit()).isZero();
        assertThat(Typed.in("compare", SUITE, SUITE, "--strict").exit()).isEqualTo(4);
    }

    @Test
    void nothingToCompareIsAnExitCodeOfItsOwn() throws IOException {
        Path empty = Files.writeString(scratch.resolve("empty.json"), "[]");

        assertThat(Typed.in("compare", empty.toString(), empty.toString()).exit())
                .isEqualTo(3);
        assertThat(Typed.in("compare", BASE, empty.toString()).exit()).isEqualTo(3);
    }

    @Test
    void everyOutputIsWrittenInTheFormatOfItsName() throws IOException {
        Typed typed = Typed.in(
                "compare",
                BASE,
                HEAD,
                "-o",
                file("c.md"),
                "-o",
                file("c.xml"),
                "-o",
                file("c.json"),
                "-o",
                file("c.html"),
                "-o",
                file("c.txt"));

        assertThat(typed.exit()).isEqualTo(1);
        assertThat(Files.readString(scratch.resolve("c.md"))).startsWith("## Benchmarks: 4 regressed");
        assertThat(Files.readString(scratch.resolve("c.xml")))
                .startsWith("<?xml")
                .contains("<testsuite ");
        assertThat(new ObjectMapper()
                        .readTree(scratch.resolve("c.json").toFile())
                        .get("exitCode")
                        .asInt())
                .isEqualTo(1);
        assertThat(Files.readString(scratch.resolve("c.html"))).startsWith("<!DOCTYPE html>");
        assertThat(scratch.resolve("c.txt")).hasContent(typed.out());
    }

    @Test
    void aFormatGoesToStandardOutputOrToTheFileGiven() throws IOException {
        assertThat(Typed.in("compare", BASE, HEAD, "--format", "markdown").out())
                .startsWith("## Benchmarks:");
        assertThat(Typed.in("compare", BASE, HEAD, "--format", "JSON").out()).startsWith("{");
        Typed.in("compare", BASE, HEAD, "--format", "junit", "-o", file("anything"));
        assertThat(Files.readString(scratch.resolve("anything"))).startsWith("<?xml");
    }

    @Test
    void aConfigurationMovesTheFloor() throws IOException {
        Path config = Files.writeString(scratch.resolve("lockstep.yaml"), "floor: 50%\n");

        Typed typed = Typed.in("compare", BASE, HEAD, "--config", config.toString());
        assertThat(typed.exit()).isZero();
        assertThat(typed.out()).contains("9 no change");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            compare                            | BASE
            compare nowhere.json BASE          | nowhere.json: there is no such folder or file
            compare BASE HEAD --format nope    | text, markdown, junit, json, html
            compare BASE HEAD --format text --format json | give one --format for each -o
            compare BASE HEAD --config nowhere | nowhere
            compare BASE POM                   | pom.xml, line 1, column
            compare BASE SCRATCH               | expected results.json or journal.jsonl, found neither
            import                             | TOOL
            import imb                         | FILE
            import nope POM                    | expected one of [OSU, IMB, NETPIPE] (case-insensitive)
            import netpipe POM                 | expected the output of NetPIPE, found no line of numbers
            import osu nowhere                 | nowhere: no such file
            """)
    void badUsageSaysWhatWouldBeRight(String line, String message) {
        String typed = line.replace("BASE", BASE)
                .replace("HEAD", HEAD)
                .replace("POM", "pom.xml")
                .replace("SCRATCH", scratch.toString());
        Typed refused = Typed.in(typed.split(" "));

        assertThat(refused.err()).contains(message).doesNotContain("\tat ");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(scratch).isEmptyDirectory();
    }

    /** A file's words, in a message of each kind: of a check of ours, of JSON's and YAML's parsers, of picocli, of the file system. */
    @ParameterizedTest
    @CsvSource({
        "compare TWICE TWICE, every row once",
        "report TWICE -o REPORT, one result per cell",
        "compare JUNK JUNK, well-formed JSON",
        "compare BASE HEAD --config CONFIG, one of",
        "compare BASE HEAD --no\u001b[31m, Unknown option",
        "compare NO\u001b[31m\u009b1m\u202e HEAD, there is no such",
        "run --resume --out RESUMED, Unknown option"
    })
    void whatIsQuotedDoesNothingToTheTerminal(String line, String message) throws IOException {
        Files.writeString(scratch.resolve("twice"), "[" + ROW + "," + ROW + "]");
        Files.writeString(scratch.resolve("junk"), "[x\u009b1m\u202e");
        Files.writeString(scratch.resolve("config"), "\"no\\e[31m\\L\": 1");
        Files.writeString(
                Files.createDirectory(scratch.resolve("resumed")).resolve("journal.jsonl"),
                "{\"event\":\"start\",\"arguments\":[\"run\",\"--no\\u001b[31m\"]}\n");
        Typed refused = Typed.in(line.replace("BASE", BASE)
                .replace("HEAD", HEAD)
                .replace("TWICE", file("twice"))
                .replace("CONFIG", file("config"))
                .replace("JUNK", file("junk"))
                .replace("REPORT", file("report.html"))
                .replace("RESUMED", file("resumed"))
                .split(" "));

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains(message).contains("?").doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n\t]]");
        assertThat(refused.out()).doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n\t]]");
    }

    /** Of 200 MB, packed into 190 KB, none may get into memory; of ten times less, not all. */
    @ParameterizedTest
    @CsvSource({"100000000, at most 2000000 values and names", "200000, at most 100000 scores"})
    void aRowOfTooManyScoresIsRefused(int scores, String message) throws IOException {
        Path packed = scratch.resolve("results.json.gz");
        byte[] some = "1,".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            int at = ROW.indexOf("[[") + 2;
            out.write(("[" + ROW.substring(0, at)).getBytes(StandardCharsets.US_ASCII));
            for (int written = 0; written < scores; written += 100_000) {
                out.write(some);
            }
            out.write((ROW.substring(at) + "]").getBytes(StandardCharsets.US_ASCII));
        }
        for (String line : List.of("compare " + packed + " " + packed, "report " + packed)) {
            Typed refused = Typed.in(line.split(" "));
            assertThat(refused.err()).contains("results.json.gz, /0", message).doesNotContain("\tat ");
            assertThat(refused.exit()).isEqualTo(2);
        }
    }

    @Test
    void whatIsImportedCanBeCompared() {
        String imb = FIXTURES.resolve("foreign").toString();
        Typed typed = Typed.in(
                "import",
                "imb",
                imb + "/imb-mpi1.txt",
                imb + "/imb-launch2.txt",
                imb + "/imb-launch3.txt",
                "-o",
                file("imb.json"));
        assertThat(typed.err()).isEmpty();
        assertThat(typed.exit()).isZero();

        Typed compared = Typed.in("compare", file("imb.json"), file("imb.json"));
        assertThat(compared.exit()).isZero();
        assertThat(compared.out()).containsPattern("PingPong\\(bytes=0, comm=imb, ranks=2\\) +1\\.000x");
    }

    private String file(String name) {
        return scratch.resolve(name).toString();
    }
}
