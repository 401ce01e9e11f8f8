package dev.lockstep.junit;

import static dev.lockstep.junit.BenchmarkAssert.assertThatBenchmark;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.runner.RunnerException;

/** With launches of JMH; one of the two benchmarks costs several times as much, so that no noise decides. */
@Tag("runs")
@Timeout(280)
class BenchmarkAssertIT {
    private static BenchmarkAssert jackson() {
        return assertThatBenchmark("Jackson.decode").withParam("bytes", "4096").forks(3);
    }

    @Test
    void whatIsSlowerFailsInSilence() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            assertThatThrownBy(() -> jackson().isNotSlowerThan("Mine.decode"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll(
                            "expected org.example.Jackson.decode to be no slower than org.example.Mine.decode",
                            "bytes=4096: regressed: again ");
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void whatIsSlowerIsNotFaster() {
        assertThatThrownBy(() -> jackson().isFasterThan("Mine.decode"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("bytes=4096: improved: ", "; forks 3/3");
    }

    @Test
    void aBenchmarkThatFailsSaysWhy() {
        assertThatThrownBy(() -> assertThatBenchmark("Broken.decode").isFasterThan("Mine.decode"))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith(
                        "org.example.Broken.decode failed: java.lang.IllegalStateException: no such codec\n")
                .hasMessageContainingAll(
                        "# Benchmark: org.example.Broken.decode", "org.example.Broken.decode(Broken.java:")
                .hasCauseInstanceOf(RunnerException.class);
    }
}
