package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
