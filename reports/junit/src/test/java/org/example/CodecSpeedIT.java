package org.example;

import static dev.lockstep.junit.BenchmarkAssert.assertThatBenchmark;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example of docs/regression.md. */
@Tag("runs")
class CodecSpeedIT {
    @Test
    void decodesFasterThanJackson() {
        assertThatBenchmark("Mine.decode").withParam("bytes", "64", "4096").isFasterThan("Jackson.decode");
    }
}
