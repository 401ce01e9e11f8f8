package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While ranks are inside a timed iteration, relay and JMH's host do nothing; what was before it has been done. */
@Tag("runs")
class QuietRelayIT {
    @TempDir
    Path scratch;

    @ParameterizedTest
    @CsvSource({"none, 3, 2", "local, 2, 1"})
    void nothingIsWrittenWhileRanksMeasure(String comm, int ranks, int threads)
            throws IOException, InterruptedException {
        Conducted run = Conducted.in(scratch, comm, "" + ranks, "" + threads, "1+0+20", "QuietBenchmark")
                .ended(0);
        assertThat(run.rows()).filteredOn(row -> !row.warmup()).hasSize(Conducted.ITERATIONS * ranks * threads);
    }
}
