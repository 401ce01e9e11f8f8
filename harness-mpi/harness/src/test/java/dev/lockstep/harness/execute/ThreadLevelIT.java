package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.Child;
import dev.lockstep.harness.MpiShim;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What MPI hears of a rank's threads, through pilots and launches. */
@Tag("runs")
class ThreadLevelIT {
    @TempDir
    Path scratch;

    private MpiShim shim;
    private Child child;

    @BeforeEach
    void prepare() throws IOException, InterruptedException {
        shim = MpiShim.in(scratch);
        child = shim.before(new Child(scratch));
    }

    private Conducted conduct(String threads) throws IOException, InterruptedException {
        return Conducted.by(
                child, scratch.resolve("out"), List.of(), "openmpi", "2", threads, "1+0+20", "GoodBenchmark");
    }

    @Test
    void oneThreadMakesAllCallsFromTheFirstToTheLast() throws IOException, InterruptedException {
        conduct("1").ended(0);
        // Two ranks of a pilot, and of a launch of each of two benchmarks.
        assertThat(shim.asked()).hasSize(6).containsOnly(ThreadLevel.SINGLE);
        assertThat(Files.readString(new RunFolder(scratch.resolve("out")).everything()))
                .contains("-Dlockstep.threadLevel=SINGLE");
    }

    @Test
    void aLibraryThatGrantsLessThanThreadsNeedIsAnError() throws IOException, InterruptedException {
        child.with("MPI_SHIM_GRANTS", String.valueOf(ThreadLevel.SERIALIZED.ordinal()));
        assertThat(conduct("2").ended(1).events("pilot", ""))
                .isNotEmpty()
                .allSatisfy(pilot -> assertThat(pilot.get("reason").asText())
                        .contains("grants the thread level SERIALIZED, not MULTIPLE"));
    }
}
