package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.BenchmarksJar;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarksJarIT {
    @TempDir
    Path scratch;

    @Test
    void everyBenchmarkRunsUnderPlainJmh() throws Exception {
        new BenchmarksJar(scratch).assertEveryBenchmarkScores("-f", "1", "-t", "4");
    }

    @Test
    void everyBenchmarkRunsWithoutForks() throws Exception {
        new BenchmarksJar(scratch).assertEveryBenchmarkScores("-f", "0", "-t", "4");
    }

    @Test
    void oddNumberOfThreadsIsRefusedAndSaysWhy() throws Exception {
        assertThat(new BenchmarksJar(scratch).runToFailure("PingPong", "-f", "1", "-t", "3", "-foe", "true"))
                .contains("the number of ranks must be even, not 3 (plain JMH: -t 2; lockstep: --ranks 2)");
    }
}
