package dev.lockstep.harness.record;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.lockstep.harness.relay.Iterations;
import java.io.File;
import java.io.IOException;
import java.io.InvalidClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.TextResult;
import org.openjdk.jmh.util.SampleBuffer;
import org.other.Gadget;

/** What is read of a launch: JMH's results, of every kind, and nothing else. */
class StoredForkTest {
    @TempDir
    Path folder;

    private StoredFork forged(Object object) throws IOException {
        byte[] bytes = Gadget.written(object);
        // Who writes the one writes the other.
        return new StoredFork(1, Files.write(folder.resolve("result.ser"), bytes), StoredFork.sha256(bytes));
    }

    @Test
    void whatJmhMeasuresComesBack() throws IOException {
        BenchmarkParams params = Iterations.benchmark(2, Map.of("bytes", "8", "comm", "local"));
        IterationResult iteration = Iterations.result(params, Iterations.MEASURED, 3, 4);
        SampleBuffer samples = new SampleBuffer();
        samples.half();
        samples.add(17);
        iteration.addResult(new SampleTimeResult(ResultRole.SECONDARY, "p", samples, params.getTimeUnit()));
        iteration.addResult(new ScalarResult("gc", 1, "B/op", AggregationPolicy.AVG));
        iteration.addResult(new TextResult("frames", "stack"));
        BenchmarkResult result = new BenchmarkResult(params, List.of(iteration, iteration));

        String sha256 = StoredFork.write(folder, result);
        BenchmarkResult read = new StoredFork(1, folder.resolve(StoredFork.NAME), sha256).read();
        assertThat(read.getPrimaryResult().getScore())
                .isEqualTo(result.getPrimaryResult().getScore());
        assertThat(read.getSecondaryResults())
                .containsOnlyKeys(result.getSecondaryResults().keySet().toArray(String[]::new));
        assertThat(read.getParams().getParam("bytes")).isEqualTo("8");
    }

    @Test
    void otherClassesAreNotEvenMade() {
        for (Object object : List.of(new File("x"), new ConcurrentHashMap<>(), new Exception("x"), List.class)) {
            assertThatThrownBy(() -> forged(new ArrayList<>(List.of(object))).read())
                    .as(object.getClass().getName())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not hold a result of this version of JMH")
                    .hasCauseInstanceOf(InvalidClassException.class);
        }
    }

    @Test
    void whatIsNoResultIsSaidSo() {
        assertThrown(IOException.class, () -> forged(new ArrayList<>()).read(), "does not hold a result");
        assertThrown(IOException.class, () -> forged(null).read(), "does not hold a result");
    }

    @Test
    void nobodyIsKeptBusyForEver() throws IOException {
        StoredFork bomb = forged(Gadget.bomb());
        assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> assertThatThrownBy(bomb::read)
                        .isInstanceOf(IOException.class)
                        .hasCauseInstanceOf(InvalidClassException.class));
    }
}
