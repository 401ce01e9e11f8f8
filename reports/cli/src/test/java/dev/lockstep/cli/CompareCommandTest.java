package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code compare} and {@code import} as they are typed. */
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
    void theExitCodeSaysWhatWasFound() throws IOException {
        Typed typed = Typed.in("compare", BASE, HEAD).ended(1);
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out())
                .contains("regressed       Codec.regressed(bytes=64)")
                .endsWith("3 no change.\n");
        Typed.in("compare", SUITE, SUITE).ended(0);
        Typed.in("compare", SUITE, SUITE, "--strict").ended(4);
        String empty = Files.writeString(scratch.resolve("empty.json"), "[]").toString();
        Typed.in("compare", empty, empty).ended(3);
        Typed.in("compare", BASE, empty).ended(3);
        Path config = Files.writeString(scratch.resolve("lockstep.yaml"), "floor: 50%\n");
        assertThat(Typed.in("compare", BASE, HEAD, "--config", config.toString())
                        .ended(0)
                        .out())
                .contains("9 no change");
    }

    @Test
    void everyOutputIsWrittenInTheFormatOfItsNameOrInTheOneGiven() throws IOException {
        List<String> names = List.of("c.md", "c.xml", "c.json", "c.html", "c.txt");
        String outputs = names.stream().map(name -> " -o " + file(name)).collect(Collectors.joining());
        Typed typed = Typed.line("compare " + BASE + " " + HEAD + outputs).ended(1);
        Map<String, String> beginnings =
                Map.of("md", "## Benchmarks: 4 regressed", "xml", "<?xml", "json", "{", "html", "<!DOCTYPE html>");
        for (String kind : beginnings.keySet()) {
            assertThat(Files.readString(scratch.resolve("c." + kind))).startsWith(beginnings.get(kind));
        }
        assertThat(scratch.resolve("c.txt")).hasContent(typed.out());
        assertThat(Typed.in("compare", BASE, HEAD, "--format", "markdown").out())
                .isEqualTo(Files.readString(scratch.resolve("c.md")));
        assertThat(Typed.in("compare", BASE, HEAD, "--format", "JSON").out())
                .isEqualTo(Files.readString(scratch.resolve("c.json")));
        Typed.in("compare", BASE, HEAD, "--format", "junit", "-o", file("anything"));
        assertThat(scratch.resolve("anything")).hasSameTextualContentAs(scratch.resolve("c.xml"));
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
        Typed.line(line.replace("BASE", BASE)
                        .replace("HEAD", HEAD)
                        .replace("POM", "pom.xml")
                        .replace("SCRATCH", scratch.toString()))
                .refused(message);
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
            Typed.line(line).refused("results.json.gz, /0", message);
        }
    }

    @Test
    void whatIsImportedCanBeCompared() {
        String imb = FIXTURES.resolve("foreign/imb-").toString();
        String files = imb + "mpi1.txt " + imb + "launch2.txt " + imb + "launch3.txt -o " + file("imb.json");
        assertThat(Typed.line("import imb " + files).ended(0).err()).isEmpty();

        assertThat(Typed.good("compare " + file("imb.json") + " " + file("imb.json")))
                .containsPattern("PingPong\\(bytes=0, comm=imb, ranks=2\\) +1\\.000x");
    }

    private String file(String name) {
        return scratch.resolve(name).toString();
    }
}
