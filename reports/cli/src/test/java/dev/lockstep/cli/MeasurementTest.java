package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.RunData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the terminal ends with. */
class MeasurementTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        write("[[3.01],[3],[2.99]]");
    }

    private void write(String times) throws IOException {
        String cell = "{\"benchmark\":\"a.AllTogetherBenchmark.allTogether\",\"mode\":\"ss\",\"threads\":1,\"params\":"
                + "{\"bytes\":\"65536\",\"comm\":\"%s\",\"ranks\":\"2\"},\"primaryMetric\":{\"score\":1,\"scoreError\":0,"
                + "\"scoreUnit\":\"us/op\",\"rawData\":%s},\"secondaryMetrics\":{}}";
        Files.writeString(
                folder.resolve("results.json"),
                "[" + cell.formatted("local", "[[1.01],[1],[0.99]]") + "," + cell.formatted("ffm", times) + "]");
        Files.writeString(folder.resolve("journal.jsonl"), """
                {"event":"cell","cell":"c1","benchmark":"a.B.c","mode":"ss","params":{},"comm":"mpj","ranks":2,"threads":1}
                {"event":"launch","cell":"c1","fork":1,"status":"failed","reason":"it fell"}
                """);
    }

    private String printed(Function<RunData, String> ending) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Measurement.print(RunData.read(folder), ending, new PrintStream(out));
        return out.toString();
    }

    @Test
    void sentencesAreWrappedAndFollowedByWhatFailed() throws IOException {
        assertThat(printed(Measurement::sentences).lines())
                .startsWith(
                        "* All together, 64 KiB, 2 ranks: between 2.9 and 3.1 times as long on ffm as in", "  one JVM.")
                .anyMatch(line -> line.startsWith("FAILED B: c, on mpj, 2 ranks") && line.contains("it fell"))
                .noneMatch(line -> line.contains("AllTogetherBenchmark"));
    }

    @Test
    void whereNothingCanBeSaidAllCellsAreThere() throws IOException {
        write("[[1.01],[1],[0.99]]");
        assertThat(printed(Measurement::sentences)).isEqualTo(printed(Measurement::lineUp));
    }

    @Test
    void theLineUpHasALineForEachCell() throws IOException {
        assertThat(printed(Measurement::lineUp)).contains("AllTogetherBenchmark.allTogether", "ffm", "FAILED B: c");
    }
}
