package dev.lockstep.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.Child;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.openjdk.jmh.results.RunResult;

/** What stops a run before anything is measured. */
@Timeout(60)
@Isolated("it changes a system property")
class JmhLockTest {
    private static final String TEMPORARY = "java.io.tmpdir";
    private static final String IGNORE = "jmh.ignoreLock";

    private static final Progress QUIET = new Progress(new PrintStream(OutputStream.nullOutputStream()), false);

    @TempDir
    Path folder;

    private String before;
    private String ignored;

    @BeforeEach
    void ownTemporaryFolder() {
        before = System.setProperty(TEMPORARY, folder.toString());
        ignored = System.getProperty(IGNORE);
    }

    @AfterEach
    void restore() {
        System.setProperty(TEMPORARY, before);
        if (ignored == null) {
            System.clearProperty(IGNORE);
        }
    }

    @Test
    void theLockIsJmhsOwnAndHeldUntilClosed() throws IOException {
        try (JmhLock held = JmhLock.acquire(false, QUIET)) {
            assertThat(held).isNotNull();
            assertThat(folder.resolve("jmh.lock")).exists();
            assertThat(System.getProperty(IGNORE)).isEqualTo("true");
            assertThatThrownBy(() -> JmhLock.acquire(false, QUIET))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("another benchmark is running")
                    .hasMessageContaining("jmh.lock");
        }
        JmhLock.acquire(false, QUIET).close();
    }

    @Test
    void aLockOfAnotherProcessStopsARunBeforeItMeasures() throws Exception {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("jmh.lock").toFile(), "rw")) {
            assertThat(file.getChannel().tryLock()).isNotNull();
            Child.Outcome outcome = conduct(folder.resolve("out"));
            assertThat(outcome.exit()).as(outcome.output()).isEqualTo(2);
            assertThat(outcome.output())
                    .contains("usage: another benchmark is running")
                    .doesNotContain("pilot");
        }
        assertThat(folder.resolve("out/journal.jsonl")).doesNotExist();
    }

    /** Root may write anywhere, but even root has no folder in a file. */
    @Test
    void anOutputFolderThatCannotBeIsRefusedBeforeARunMeasures() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "mine");
        Child.Outcome outcome = conduct(file.resolve("out"));
        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(2);
        assertThat(outcome.output())
                .contains("usage: --out " + file.resolve("out") + " cannot be written")
                .doesNotContain("pilot");
        assertThat(file).hasContent("mine");
    }

    private Child.Outcome conduct(Path out) throws IOException, InterruptedException {
        Child child = new Child(folder);
        return child.run(List.of(
                ConductorMain.class.getName(), out.toString(), child.mark(), "local", "2", "1", "1", "GoodBenchmark"));
    }

    @Test
    void exitCodesSayHowARunEnded() {
        List<RunResult> good = List.of(new RunResult(null, List.of()));
        Map<Cell, String> bad = Map.of(Cells.cell(Cells.CONTINUOUS, Map.of()), "why");
        Map<RunSummary, Integer> codes = Map.of(
                new RunSummary(folder, good, Map.of(), 0), 0,
                new RunSummary(folder, good, bad, 0), 1,
                new RunSummary(folder, List.of(), bad, 0), 1,
                new RunSummary(folder, List.of(), Map.of(), 0), 3);
        codes.forEach((summary, code) -> assertThat(summary.exitCode()).isEqualTo(code));
    }
}
