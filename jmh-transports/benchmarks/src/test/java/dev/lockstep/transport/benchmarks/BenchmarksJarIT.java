package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.BenchmarksJar;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarksJarIT {
    /** But for the one that starts processes: that is tried in {@link TransportSelfChecksTest}. */
    private static final String[] BRIEF = {
        "-t", "4", "-p", "bytes=16,65536", "-p", "transport=nio", "-p", "pause=sleep", "-e", "KilledPeer"
    };

    @TempDir
    Path scratch;

    @Test
    void everyBenchmarkRunsUnderPlainJmh() throws Exception {
        new BenchmarksJar(scratch).assertEveryBenchmarkScores(options("1"));
    }

    @Test
    void everyBenchmarkRunsWithoutForks() throws Exception {
        new BenchmarksJar(scratch).assertEveryBenchmarkScores(options("0"));
    }

    private static String[] options(String forks) {
        return Stream.concat(Stream.of("-f", forks), Stream.of(BRIEF)).toArray(String[]::new);
    }

    @Test
    void oddNumberOfThreadsIsRefusedAndSaysWhy() throws Exception {
        assertThat(new BenchmarksJar(scratch).runToFailure("PingPong", "-f", "1", "-t", "3", "-foe", "true"))
                .contains("the number of ranks must be even, not 3 (plain JMH: -t 2; lockstep: --ranks 2)");
    }
}
