package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The program's answers to what is typed, without measuring or planning anything: help, refusals, lists. */
class CommandLineTest {
    @TempDir
    Path scratch;

    @Test
    void helpIsLikeTheGoldenFileAndDescribesEveryOption() throws IOException {
        StringWriter help = new StringWriter();
        CommandLine program =
                Lockstep.commandLine().setUsageHelpAutoWidth(false).setUsageHelpWidth(100);
        PrintWriter out = new PrintWriter(help);
        program.usage(out, Ansi.OFF);
        Map<String, CommandLine> commands = new TreeMap<>(program.getSubcommands());
        commands.forEach((name, command) -> {
            out.println();
            command.usage(out, Ansi.OFF);
            assertThat(command.getCommandSpec().options())
                    .as(name)
                    .allSatisfy(option -> assertThat(option.description()).isNotEmpty());
        });
        Golden.assertLike("help.txt", help.toString());
        assertThat(Typed.good("run --help")).startsWith("Usage: lockstep run");
        assertThat(Typed.good("--version")).matches("lockstep \\d+\\.\\d+.*\\R");
        Typed.in().ended(2);
    }

    /** Should the program not refuse after all, it writes where this test looks. */
    @ParameterizedTest
    @CsvFileSource(resources = "/bad-usage.txt", delimiter = '|', quoteCharacter = '`')
    void badUsageSaysWhatWouldBeRight(String line, String words) {
        String out = line.matches("(run|bench) .*") ? " --out " + scratch + "/out" : "";
        Typed.line(line + out).refused(words.split("; "));
        assertThat(scratch).isEmptyDirectory();
    }

    // --- list ---

    /** Benchmarks and codecs grow in number; what is here of the rest, and its version, depends on the machine. */
    @Test
    void listsAreLikeTheGoldenFileAndTheSameForPrograms() throws IOException {
        StringBuilder lists = new StringBuilder();
        for (String what : List.of("benchmarks", "codecs", "comms", "launchers", "transports")) {
            String list = Typed.good("list " + what);
            if (!what.matches("benchmarks|codecs")) {
                lists.append("$ lockstep list " + what + "\n")
                        .append(list.replaceAll("(?m)^    (available|missing): .*", "    $1"));
            }
            String json = Typed.good("list " + what + " --json");
            assertThat(json.lines()).hasSize(1);
            List<String> names = new ObjectMapper().readTree(json).findValuesAsText("name");
            if (what.equals("benchmarks")) {
                assertThat(list.lines().filter(line -> line.matches("  \\S.*"))).hasSameSizeAs(names);
            } else {
                assertThat(list.lines().filter(line -> !line.startsWith(" ")))
                        .hasSameSizeAs(names)
                        .zipSatisfy(names, (line, name) -> assertThat(line).startsWith(name));
            }
        }
        Golden.assertLike("lists.txt", lists.toString());
        assertThat(Typed.good("list"))
                .isEqualTo(Typed.good("list Benchmarks"))
                .contains(
                        "dev.lockstep.codec.benchmarks\n",
                        "dev.lockstep.collectives\n",
                        "\n  AllReduceBenchmark.allReduce\n",
                        "      bytes = 4, 1024, 65536, 1048576\n",
                        "\n  OsuLatencyBenchmark.pingPong: dev.lockstep.transport.benchmarks.PingPongBenchmark.pingPong, by this"
                                + " name alone\n")
                .doesNotContain("FloorBenchmark");
        assertThat(new ObjectMapper().readTree(Typed.good("list --json")).findParents("params"))
                .anyMatch(benchmark -> benchmark.at("/params/bytes").size() == 4);
    }

    // --- findings ---

    @Test
    void findingsAreATableAndTheSameForPrograms() throws IOException {
        String text = Typed.good("findings");
        JsonNode json = new ObjectMapper().readTree(Typed.good("findings --json"));
        assertThat(text).startsWith("paper ").contains("verdict", "95% interval", "docs/boysan2018.md says more");
        assertThat(json)
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(text)
                        .contains(
                                finding.path("paper").asText(),
                                finding.path("finding").asText(),
                                finding.path("compared").asText(),
                                finding.path("needs").asText(),
                                "\n    " + finding.path("command").asText() + "\n"));
        assertThat(json)
                .allSatisfy(finding -> assertThat(text)
                        .containsPattern(Pattern.quote(finding.path("finding").asText()) + " +"
                                + finding.path("verdict").asText() + " +[0-9.]+x +[0-9.]+\\.\\.[0-9.]+"));
    }

    // --- report ---

    @Test
    void aReportOfNothingOrOfABrokenFileIsRefused() throws IOException {
        Path missing = scratch.resolve("missing");
        report(missing).refused("lockstep: " + missing + ": there is no such folder or file");
        Path empty = Files.createDirectory(scratch.resolve("empty"));
        report(empty).refused(empty.toString(), "results.json or journal.jsonl");
        assertThat(empty).isEmptyDirectory();
        Path broken = Files.writeString(scratch.resolve("results.json"), "[\n  {\n    \"benchmark\" 1 } ]");
        report(broken).refused(broken.toString(), "line 3", "column ");
        report(scratch).refused(broken.toString(), "line 3", "column ");
        Files.writeString(broken, "{}");
        report(broken).refused(broken.toString(), "the top level", "array of results");
        assertThat(scratch.resolve("report.html")).doesNotExist();
        Files.writeString(broken, "[]");
        Typed.in("report", broken.toString(), "-o", broken + "/report.html")
                .refused("lockstep: " + broken + ": file already exists");
        assertThat(broken).hasContent("[]");
    }

    private static Typed report(Path of) {
        return Typed.in("report", of.toString());
    }
}
