package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.samples.ColdBenchmark;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark that gets faster call by call, with threads and with processes as ranks. */
@Tag("measure")
class PilotIT {
    /** The search may take a second: several times what calls and batches last. */
    private static final int ITERATION_MILLIS = 200;

    /** Cold calls would fill an iteration by twenty. */
    @Test
    void theCountIsThatOfTheSteadyState(@TempDir Path scratch) throws IOException, InterruptedException {
        Conducted run = Conducted.in(scratch, "openmpi,local", "2", "1", "1+0+0+" + ITERATION_MILLIS, "Cold")
                .ended(0);
        double full = ITERATION_MILLIS * 1e6 / ColdBenchmark.WARM_NANOS;
        assertThat(run.events("pilot", "")).hasSizeGreaterThanOrEqualTo(2).allSatisfy(pilot -> {
            assertThat(pilot.get("n").asDouble()).as("%s", pilot).isBetween(full / 8, full * 1.5);
            assertThat(pilot.at("/steady/reached").asBoolean()
                            || pilot.at("/steady/millis").asDouble() >= 1000)
                    .as("steady, or the time was up: %s", pilot)
                    .isTrue();
            assertThat(pilot.at("/steady/calls").asLong()).isGreaterThan(40);
        });
    }
}
