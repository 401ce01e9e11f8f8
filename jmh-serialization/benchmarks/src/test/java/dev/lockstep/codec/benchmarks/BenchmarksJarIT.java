package dev.lockstep.codec.benchmarks;

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

    /** One codec that can do all, on one payload: EveryCodecTest has the rest. */
    @Test
    void everyBenchmarkRunsUnderPlainJmh() throws Exception {
        BenchmarksJar jar = new BenchmarksJar(scratch);
        String[] options =
                "-f 0 -t 2 -p codec=json-string -p payload=ping -p types=ping+command+log -p instance=fresh".split(" ");
        assertThat(jar.scored(options)).isEqualTo(jar.list());
    }

    @Test
    void aBenchmarkRunsInForks() throws Exception {
        assertThat(new BenchmarksJar(scratch)
                        .scored("RoundTrip", "-f", "1", "-p", "codec=json-string", "-p", "payload=ping"))
                .hasSize(1);
    }

    @Test
    void whatCannotBeIsRefusedWithTheReason() throws Exception {
        assertThat(new BenchmarksJar(scratch)
                        .runToFailure("Contended", "-p", "codec=kryo", "-p", "payload=ping", "-f", "0", "-foe", "true"))
                .contains("codec kryo has no THREADS");
    }
}
