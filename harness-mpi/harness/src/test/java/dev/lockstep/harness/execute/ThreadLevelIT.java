package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.Child;
import dev.lockstep.harness.MpiShim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What MPI hears of a rank's threads, through pilots and launches. */
@Timeout(180)
class ThreadLevelIT {
    @TempDir
    Path scratch;

    private Child.Outcome conduct(Child child, String threads) throws IOException, InterruptedException {
        return child.run(List.of(
                ConductorMain.class.getName(),
                scratch.resolve("out").toString(),
                child.mark(),
                "openmpi",
                "2",
                threads,
                "1+0+20",
                "GoodBenchmark"));
    }

    @Test
    void oneThreadMakesAllCallsFromTheFirstToTheLast() throws IOException, InterruptedException {
        MpiShim shim = MpiShim.in(scratch);
        Child.Outcome outcome = conduct(shim.before(new Child(scratch)), "1");
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        // Two ranks of a pilot, and of a launch of each of two benchmarks.
        assertThat(shim.asked()).hasSize(6).containsOnly(ThreadLevel.SINGLE);
        assertThat(Files.readString(scratch.resolve("out/results.json"))).contains("-Dlockstep.threadLevel=SINGLE");
    }

    @Test
    void aLibraryThatGrantsLessThanThreadsNeedIsAnError() throws IOException, InterruptedException {
        MpiShim shim = MpiShim.in(scratch);
        Child child = shim.before(new Child(scratch))
                .with("MPI_SHIM_GRANTS", String.valueOf(ThreadLevel.SERIALIZED.ordinal()));
        assertThat(conduct(child, "2").exit()).isEqualTo(1);
        assertThat(Files.readString(scratch.resolve("out/journal.jsonl")))
                .contains("grants the thread level SERIALIZED, not MULTIPLE");
    }
}
