package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryWriterTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"suite", "hostile", "distributions", "codecs", "paired", "placements"})
    void writesMarkdownLikeTheGoldenFile(String run) throws IOException {
        Golden.assertLike(run + "-summary.md", new SummaryWriter().markdown(SampleRun.read(run)));
    }

    @ParameterizedTest
    @CsvSource({"suite", "paired", "placements"})
    void writesTextLikeTheGoldenFile(String run) throws IOException {
        Golden.assertLike(run + "-line-up.txt", new SummaryWriter().text(SampleRun.read(run)));
    }

    @Test
    void theSentencesOfTheReportAreASCII() throws IOException {
        assertThat(new SummaryWriter().sentences(StoryRun.whole().read(folder)))
                .hasSize(5)
                .allMatch(sentence -> sentence.matches("\\p{ASCII}+"));
    }

    /** GitHub looks for them in what is rendered. */
    @Test
    void letsNoNameCallOrLinkToAnything() {
        assertThat(SummaryWriter.escape("a|b <i>`x`\n# y_z")).isEqualTo("a\\|b &lt;i&gt;\\`x\\` \\# y\\_z");
        assertThat(SummaryWriter.escape("@someone, me@example.org, https://a.example, WWW.a.example, #12, gh-12, # 12"))
                .isEqualTo("@&#8203;someone, me@&#8203;example.org, https:&#8203;//a.example, WWW&#8203;.a.example,"
                        + " \\#&#8203;12, gh-&#8203;12, \\# 12");
    }
}
