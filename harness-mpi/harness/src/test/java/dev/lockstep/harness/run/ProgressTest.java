package dev.lockstep.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** How many steps there are, when some fall away. */
class ProgressTest {

    @Test
    void theTotalIsWhatIsDoneAndWhatRemains() {
        Said said = new Said();
        Progress progress = said.progress(false);
        progress.expect(7, 1);
        progress.end("a", "good");
        progress.end("b", "FAILED");
        progress.remaining(1);
        progress.end("c", "good");
        assertThat(said.toString().lines())
                .extracting(l -> l.substring(0, 5))
                .containsExactly("[1/7,", "[2/7,", "[3/3,");
    }

    @Test
    void aLineThatIsToBeClearedIsNoLongerThanTheTerminal() {
        Said said = new Said();
        Progress progress = said.progress(true);
        progress.expect(1, 1);
        progress.begin("x".repeat(200));
        assertThat(said.toString().replaceFirst("^\\r\u001b\\[K", ""))
                .startsWith("[0/1, 0:01 left] xxx")
                .endsWith("xxx ...")
                .hasSize(79);
    }

    /** As bytes: the stream of the command line lets no escape sequence through that is text. */
    @Test
    void aTerminalsLineIsClearedByBytes() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        StringBuilder printed = new StringBuilder();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8) {
            @Override
            public void print(String text) {
                printed.append(text);
            }
        };
        Progress progress = new Progress(out, 80);
        progress.expect(1, 1);
        progress.begin("a");
        progress.end("a", "good");
        progress.say("over");
        assertThat(said.toString(StandardCharsets.UTF_8)).containsSubsequence("\r\u001b[K", "\r\u001b[K", "\r\u001b[K");
        assertThat(printed).contains("a ...", "a: good", "over").doesNotContain("\u001b", "\r");
    }
}
