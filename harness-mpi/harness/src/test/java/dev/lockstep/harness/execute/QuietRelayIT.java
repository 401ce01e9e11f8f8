package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While ranks are inside a timed iteration, relay and JMH's host do nothing; what was before it has been done. */
@Timeout(120)
class QuietRelayIT {
    @TempDir
    Path scratch;

    @ParameterizedTest
    @CsvSource({"none, 3, 1", "none, 2, 2", "local, 2, 1"})
    void nothingIsWrittenWhileRanksMeasure(String comm, String ranks, String threads)
            throws IOException, InterruptedException {
        Child child = new Child(scratch);
        Path out = scratch.resolve("out");
        Child.Outcome outcome = child.run(List.of(
                ConductorMain.class.getName(),
                out.toString(),
                child.mark(),
                comm,
                ranks,
                threads,
                "1+0+20",
                "QuietBenchmark"));
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        int iterations = 2;
        assertThat(Files.readAllLines(out.resolve("ranks.csv")))
                .filteredOn(row -> row.contains(",measurement,"))
                .hasSize(iterations * Integer.parseInt(ranks) * Integer.parseInt(threads));
    }
}
