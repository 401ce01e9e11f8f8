package dev.lockstep.codec.benchmarks;

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
}
