package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    private static String metric(String name, double value) {
        return "\"mpi.%s\":{\"score\":%s,\"scoreUnit\":\"1/op\",\"rawData\":[[%s,%s]]}"
                .formatted(name, value, value, value);
    }

    private static String calls(double crc) {
        return Stream.of(
                        metric("MPI_Wait.calls", 2),
                        metric("MPI_Wait.time", 15),
                        metric("MPI_Wait.max", 20),
                        metric("MPI_Wait.cov", 0.25),
                        metric("MPI_Isend.calls", 2),
                        metric("MPI_Isend.time", 5),
                        metric("MPI_Isend.max", 5),
                        metric("MPI_Isend.cov", 0),
                        metric("MPI_Isend.messages", 2),
                        metric("MPI_Isend.bytes", 3072),
                        metric("MPI_Isend.least", 1024),
                        metric("MPI_Isend.most", 2048),
                        metric("app", 40),
                        metric("crc", crc))
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Test
    void callsOfACommunicatorAreATableAndChecksumsAreCompared() throws IOException {
        RunData run = new StoryRun()
                .cell(StoryRun.PING_PONG, "bytes=64 comm=push ranks=2", 100, 3, 0, 1, calls(255))
                .cell(StoryRun.PING_PONG, "bytes=64 comm=pull ranks=2", 100, 3, 0, 1, calls(255))
                .cell(StoryRun.PING_PONG, "bytes=4 comm=push ranks=2", 100, 3, 0, 1, calls(255))
                .cell(StoryRun.PING_PONG, "bytes=4 comm=pull ranks=2", 100, 3, 0, 1, calls(4294967295.0))
                .read(folder);
        String text = new SummaryWriter().text(run);
        assertThat(text.lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "benchmark comm ranks function calls time us slowest rank us COV app% MPI% bytes avrg sizes",
                        "PingPongBenchmark.pingPong(bytes=64) push 2 MPI_Wait 2.00 15.0 20.0 0.250 37.5 75.0",
                        "PingPongBenchmark.pingPong(bytes=64) push 2 MPI_Isend 2.00 5.00 5.00 0 12.5 25.0 3,072 1,536"
                                + " 1 KiB .. 2 KiB",
                        "PingPongBenchmark.pingPong(bytes=64): the same messages in the same order, by the CRC-32 of an"
                                + " iteration: push, 2 ranks, pull, 2 ranks 000000ff",
                        "PingPongBenchmark.pingPong(bytes=4): not the same messages, by the CRC-32 of an iteration:"
                                + " push, 2 ranks 000000ff; pull, 2 ranks ffffffff");
        new ReportWriter().write(run, folder.resolve("report.html"));
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("Ping pong, 64 B, on push, 2 ranks", "MPI_Isend", "1 KiB … 2 KiB", "000000ff");
        assertThat(new SummaryWriter().markdown(run)).contains("## Calls of the communicator", "MPI\\_Wait | 2.00 |");
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
