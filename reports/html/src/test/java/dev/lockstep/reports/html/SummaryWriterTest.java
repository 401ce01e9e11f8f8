package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden files: to accept a change, copy what the failing test wrote to {@code target/golden}. */
class SummaryWriterTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"suite", "hostile", "distributions", "codecs", "paired", "placements"})
    void writesMarkdownLikeTheGoldenFile(String run) throws IOException {
        assertGolden(run + "-summary.md", new SummaryWriter().markdown(SampleRun.read(run)));
    }

    @ParameterizedTest
    @CsvSource({"suite", "paired", "placements"})
    void writesTextLikeTheGoldenFile(String run) throws IOException {
        assertGolden(run + "-line-up.txt", new SummaryWriter().text(SampleRun.read(run)));
    }

    @Test
    void alignsEveryLine() throws IOException {
        List<String> lines =
                new SummaryWriter().text(SampleRun.read("suite")).lines().toList();

        assertThat(lines).hasSize(1 + 37);
        int unit = lines.get(0).indexOf("unit");
        assertThat(lines.subList(1, 36))
                .allSatisfy(line -> assertThat(line.substring(unit, unit + 2)).isEqualTo("us"));
    }

    @Test
    void letsNoNameBecomeMarkup() {
        assertThat(SummaryWriter.escape("a|b <i>`x`\n# y_z")).isEqualTo("a\\|b &lt;i&gt;\\`x\\` \\# y\\_z");
    }

    /** GitHub looks for them in what is rendered. */
    @Test
    void letsNoNameCallOrLinkToAnything() {
        assertThat(SummaryWriter.escape("@someone, me@example.org, https://a.example, WWW.a.example, #12, gh-12, # 12"))
                .isEqualTo("@&#8203;someone, me@&#8203;example.org, https:&#8203;//a.example, WWW&#8203;.a.example,"
                        + " \\#&#8203;12, gh-&#8203;12, \\# 12");
    }

    /** Four launches of each were planned; the last letter stands for one that was made to fill. */
    @ParameterizedTest
    @CsvSource({"nnnn, false", "nnnf, true", "nnnfn, false"})
    void comparesNothingThatLacksLaunches(String places, boolean lacking) throws IOException {
        run("nnnn", places);
        String summary = new SummaryWriter().markdown(RunData.read(directory));
        String sentence = summary.lines()
                .filter(line -> line.contains("in C"))
                .findFirst()
                .orElseThrow();

        assertThat(sentence.contains("2.00×")).as(summary).isNotEqualTo(lacking);
        assertThat(summary.contains("*fewer forks*")).as(summary).isEqualTo(lacking);
        assertThat(sentence.contains(", fewer forks")).isEqualTo(lacking);
    }

    private void run(String local, String c) throws IOException {
        StringBuilder journal = new StringBuilder("{\"event\":\"start\",\"cells\":2}\n");
        List<String> results = new ArrayList<>();
        for (String comm : List.of("local", "c")) {
            String places = comm.equals("c") ? c : local;
            journal.append(String.format(
                    "{\"event\":\"cell\",\"cell\":\"%s\",\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"comm\":\"%s\","
                            + "\"ranks\":2,\"threads\":1}%n",
                    comm, comm));
            List<String> scores = new ArrayList<>();
            List<String> probes = new ArrayList<>();
            for (int fork = 1; fork <= places.length(); fork++) {
                boolean near = places.charAt(fork - 1) == 'n';
                double score = (comm.equals("c") ? 2 : 1) * (near ? 1 : 4) + 0.001 * fork;
                scores.add("[" + score + "," + score + "]");
                probes.add(near ? "[62,62]" : "[330,330]");
                journal.append(String.format(
                        "{\"event\":\"launch\",\"cell\":\"%s\",\"fork\":%d,\"seconds\":1,\"status\":\"ok\",\"score\":%s,"
                                + "\"unit\":\"us/op\"}%n",
                        comm, fork, score));
            }
            results.add(String.format(
                    "{\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"threads\":1,\"measurementBatchSize\":10,"
                            + "\"params\":{\"comm\":\"%s\",\"ranks\":\"2\"},"
                            + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"us/op\",\"rawData\":%s},"
                            + "\"secondaryMetrics\":{\"probe.before\":{\"score\":1,\"scoreUnit\":\"ns\",\"rawData\":%s},"
                            + "\"probe.after\":{\"score\":1,\"scoreUnit\":\"ns\",\"rawData\":%s}}}",
                    comm, scores, probes, probes));
        }
        journal.append("{\"event\":\"plan\",\"asked\":4,\"forks\":4,\"cells\":[{\"cell\":\"local\",\"forks\":4},"
                + "{\"cell\":\"c\",\"forks\":4}]}\n");
        Files.writeString(directory.resolve("results.json"), results.toString());
        Files.writeString(directory.resolve("journal.jsonl"), journal);
    }

    private static void assertGolden(String name, String text) throws IOException {
        Files.createDirectories(Path.of("target/golden"));
        Files.writeString(Path.of("target/golden", name), text);
        assertThat(text).isEqualTo(Files.readString(Path.of("src/test/resources/golden", name)));
    }
}
