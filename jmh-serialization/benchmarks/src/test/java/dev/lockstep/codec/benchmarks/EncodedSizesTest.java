package dev.lockstep.codec.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.codec.payload.PingMessage;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The secondary metrics, from JMH itself. */
class EncodedSizesTest {

    @Test
    @SuppressWarnings("rawtypes") // JMH's own
    void sizesAndAllocationStandBesideTheTime() throws Exception {
        System.setProperty("jmh.ignoreLock", "true");
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("EncodeBenchmark\\.encode$")
                        .param("codec", "json-string", "empty")
                        .param("payload", "ping")
                        .param("buffer", "fresh")
                        .mode(Mode.AverageTime)
                        .forks(0)
                        .warmupIterations(1)
                        .warmupTime(TimeValue.milliseconds(20))
                        .measurementIterations(2)
                        .measurementTime(TimeValue.milliseconds(20))
                        .addProfiler(EncodedSizes.NAME)
                        .addProfiler(GCProfiler.class)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        assertThat(results).hasSize(2);
        for (RunResult result : results) {
            boolean empty = result.getParams().getParam("codec").equals("empty");
            Map<String, Result> secondary = result.getSecondaryResults();
            int bytes = empty ? 0 : PingMessage.JSON_BYTES;
            assertThat(secondary.get("encoded.bytes").getScore()).isEqualTo(bytes);
            assertThat(secondary.get("encoded.bytes").getScoreUnit()).isEqualTo("B");
            for (String compressed : new String[] {"encoded.deflate", "encoded.zstd"}) {
                assertThat(secondary.get(compressed).getScore()).isBetween(1.0, Math.max(20.0, 0.9 * bytes));
            }
            if (!empty) {
                assertThat(secondary.get("gc.alloc.rate.norm").getScore()).isGreaterThan(bytes);
            }
        }
    }
}
