package dev.lockstep.cli.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildTest {
    @TempDir
    Path folder;

    private Path log() {
        return folder.resolve("logs/log");
    }

    private int run(String script) throws IOException, InterruptedException {
        return Child.run(List.of("sh", "-c", script), folder, log());
    }

    @Test
    void whatIsPrintedIsAddedToTheLog() throws IOException, InterruptedException {
        assertThat(run("echo one; echo two >&2; exit 3")).isEqualTo(3);
        assertThat(run("printf three")).isZero();
        assertThat(log()).hasContent("one\ntwo\nthree");
        assertThat(Child.lastWords(log())).isEqualTo("one | two | three");
    }

    @Test
    void ofMuchTheFirstAndTheLastAreKept() throws IOException, InterruptedException {
        int printed = KeptOutput.FIRST + 3 * KeptOutput.LAST;
        assertThat(run("echo begun; head -c " + printed + " /dev/zero | tr '\\0' x; echo; echo the end; exit 1"))
                .isEqualTo(1);
        assertThat(Files.size(log())).isBetween((long) KeptOutput.FIRST, KeptOutput.FIRST + KeptOutput.LAST + 100L);
        List<String> lines = Files.readAllLines(log());
        assertThat(lines.get(0)).isEqualTo("begun");
        int dropped = "begun\n\nthe end\n".length() + 2 * KeptOutput.LAST;
        assertThat(lines).contains("lockstep: " + dropped + " bytes that were printed here are left out");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("the end");
    }

    @Test
    void whatIsALittleTooMuchIsWhole() throws IOException, InterruptedException {
        int more = KeptOutput.LAST - "\nthe end\n".length();
        assertThat(run("head -c " + (KeptOutput.FIRST + more) + " /dev/zero | tr '\\0' x; echo; echo the end"))
                .isZero();
        assertThat(Files.size(log())).isEqualTo(KeptOutput.FIRST + KeptOutput.LAST);
        assertThat(Child.lastWords(log())).endsWith(" | the end").doesNotContain("left out");
    }
}
