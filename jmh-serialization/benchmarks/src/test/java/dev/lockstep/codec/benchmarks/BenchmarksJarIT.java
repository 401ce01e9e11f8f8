package dev.lockstep.codec.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.BenchmarksJar;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarksJarIT {
    @TempDir
    Path scratch;

    /** One codec that can do all, on one payload: EveryCodecTest has the rest. */
    private static final String[] SOME = {
        "-p", "codec=SOME", "-p", "payload=ping", "-p", "types=ping+command+log", "-p", "instance=fresh", "-t", "2"
    };

    @Test
    void everyBenchmarkRunsUnderPlainJmh() throws Exception {
        new BenchmarksJar(scratch).assertEveryBenchmarkScores(some("json-string", "-f", "1"));
    }

    @Test
    void everyBenchmarkRunsWithoutForks() throws Exception {
        new BenchmarksJar(scratch).assertEveryBenchmarkScores(some("json-string", "-f", "0"));
    }

    @Test
    void whatCannotBeIsRefusedWithTheReason() throws Exception {
        assertThat(new BenchmarksJar(scratch)
                        .runToFailure("Contended", "-p", "codec=kryo", "-p", "payload=ping", "-f", "0", "-foe", "true"))
                .contains("codec kryo has no THREADS");
    }

    private static String[] some(String codec, String... more) {
        return Stream.concat(Stream.of(SOME), Stream.of(more))
                .map(argument -> argument.replace("SOME", codec))
                .toArray(String[]::new);
    }
}
