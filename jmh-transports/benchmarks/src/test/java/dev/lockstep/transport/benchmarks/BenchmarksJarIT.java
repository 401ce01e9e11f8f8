package dev.lockstep.transport.benchmarks;

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

    /** But for one that starts processes, which {@link ExchangesTest} tries, and one that watches a rate. */
    @Test
    void everyBenchmarkRunsUnderPlainJmh() throws Exception {
        BenchmarksJar jar = new BenchmarksJar(scratch);
        String others = "KilledPeer|OpenLoop";
        String[] options = ("-f 0 -t 4 -p bytes=16,65536 -p transport=nio -p pause=sleep -e " + others).split(" ");
        assertThat(jar.scored(options)).isEqualTo(jar.list("-e", others));
    }

    /** With two messages the rate may be missed. */
    @Test
    void aBenchmarkRunsInForks() throws Exception {
        assertThat(new BenchmarksJar(scratch)
                        .scored("OpenLoop", "-f", "1", "-t", "2", "-p", "transport=nio", "-bs", "2", "-wbs", "2"))
                .hasSize(1);
    }

    @Test
    void oddNumberOfThreadsIsRefusedAndSaysWhy() throws Exception {
        assertThat(new BenchmarksJar(scratch).runToFailure("PingPong", "-f", "0", "-t", "3", "-foe", "true"))
                .contains("the number of ranks must be even, not 3 (plain JMH: -t 2; lockstep: --ranks 2)");
    }
}
