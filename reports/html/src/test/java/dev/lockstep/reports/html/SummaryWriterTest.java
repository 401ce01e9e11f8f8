package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden files: to accept a change, copy what the failing test wrote to {@code target/golden}. */
class SummaryWriterTest {
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

    private static void assertGolden(String name, String text) throws IOException {
        Files.createDirectories(Path.of("target/golden"));
        Files.writeString(Path.of("target/golden", name), text);
        assertThat(text).isEqualTo(Files.readString(Path.of("src/test/resources/golden", name)));
    }
}
