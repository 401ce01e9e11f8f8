package dev.lockstep.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.BenchmarksJar;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("default")
class BenchmarksJarIT {
    @TempDir
    Path scratch;

    /** But for those of codecs and transports alone, which the jar has as well. */
    @Test
    void everyBenchmarkRunsUnderPlainJmh() throws Exception {
        BenchmarksJar jar = new BenchmarksJar(scratch);
        String[] options =
                "dev.lockstep.pattern -f 0 -t 2 -p transport=nio -p codec=json-string -p payload=ping".split(" ");
        assertThat(jar.scored(options)).isEqualTo(jar.list("dev.lockstep.pattern"));
    }
}
