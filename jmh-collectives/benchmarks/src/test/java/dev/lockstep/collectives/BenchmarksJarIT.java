package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.BenchmarksJar;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("runs")
class BenchmarksJarIT {
    @TempDir
    Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void everyBenchmarkRunsUnderPlainJmh(String forks) throws Exception {
        BenchmarksJar jar = new BenchmarksJar(scratch);
        assertThat(jar.scored("-f", forks, "-t", "4")).isEqualTo(jar.list());
    }
}
