package dev.lockstep.reports.html;

import static dev.lockstep.reports.html.StoryRun.PING_PONG;
import static dev.lockstep.reports.html.StoryRun.TRANSPORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClearestTest {
    @TempDir
    private Path folder;

    private final StoryRun run = new StoryRun();

    private List<String> sentences() throws IOException {
        return Clearest.of(run.lineUp(folder), Optional.empty());
    }

    @Test
    void theClearestSizeOfEachBenchmarkAndPlaceIsNamed() throws IOException {
        run.cell(PING_PONG, "bytes=16 comm=local ranks=2", 100).cell(PING_PONG, "bytes=16 comm=ffm ranks=2", 180);
        run.cell(PING_PONG, "bytes=1024 comm=local ranks=2", 100).cell(PING_PONG, "bytes=1024 comm=ffm ranks=2", 300);
        run.cell(PING_PONG, "bytes=1024 comm=openmpi ranks=2", 50);
        assertThat(sentences())
                .containsExactly(
                        "Ping pong, 1 KiB, 2 ranks: between 2.9 and 3.1 times as long on ffm as in one JVM.",
                        "Ping pong, 1 KiB, 2 ranks: between 1.95 and 2.05 times as long in one JVM as on openmpi.");
    }

    @Test
    void codecsAndTransportsAreSetBesideEachOther() throws IOException {
        run.cell(TRANSPORT, "bytes=16 comm=none ranks=2 transport=shm", 150);
        run.cell(TRANSPORT, "bytes=16 comm=none ranks=2 transport=uds", 5000);
        run.cell(TRANSPORT, "bytes=16 comm=none ranks=2 transport=socket", 7500);
        run.cell("a.EncodeBenchmark.encode", "codec=b payload=x", 100);
        run.cell("a.EncodeBenchmark.encode", "codec=a payload=x", 200);
        assertThat(sentences())
                .containsExactly(
                        "Transport ping pong, 16 B, none, 2 ranks: between 49 and 51 times as long with socket as with shm.",
                        "Encode, payload=x: between 1.95 and 2.05 times as long with a as with b.");
    }

    @Test
    void whatIsNotToldApartIsNotSpokenOf() throws IOException {
        run.cell(PING_PONG, "bytes=16 comm=local ranks=2", 100).cell(PING_PONG, "bytes=16 comm=ffm ranks=2", 101);
        run.cell(PING_PONG, "bytes=64 comm=local ranks=2", 100)
                .cell(PING_PONG, "bytes=64 comm=ffm ranks=2", 100.3, 5, 0);
        run.cell(PING_PONG, "bytes=32 comm=local ranks=2", 100, 2, 0.01);
        run.cell(PING_PONG, "bytes=32 comm=ffm ranks=2", 900, 2, 0.01);
        assertThat(sentences()).isEmpty();
    }

    @Test
    void thereAreFiveAtMost() throws IOException {
        for (int i = 0; i < 9; i++) {
            run.cell("a.B" + i + ".c", "comm=local ranks=2", 100).cell("a.B" + i + ".c", "comm=ffm ranks=2", 200 + i);
        }
        assertThat(sentences()).hasSize(5).first().asString().startsWith("B8");
    }
}
