package dev.lockstep.harness.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.machine.Hold;
import dev.lockstep.harness.relay.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the program holds iterations: not without readings that settle, for which cores must be left alone. */
@Tag("measure")
class ReferenceHoldIT {
    @TempDir
    Path scratch;

    /** What nothing reads is waited for in vain, from the second iteration on; readings settle within the first. */
    @Test
    void iterationsAreHeldForALimitedTime() throws IOException {
        JobSpec spec = new JobSpec(scratch.resolve("held"), 1, LaunchOptions.DEFAULT, false)
                .holding(new Hold(500, 2, 0.01, 0.02));
        RankLayout layout = RankLayout.of(new ReferenceProvider(), 2, 1).on(Hosts.NOT_GIVEN.withOwnCores());
        List<ReferenceLine.Seen> seen = new ArrayList<>();
        long start = System.nanoTime();
        assertThat(ReferenceJob.run(
                        spec,
                        layout,
                        List.of("run", "plain", "ping-pong", "16", "100", "1", "2"),
                        scratch.resolve("log"),
                        line -> {
                            if (line instanceof ReferenceLine.Seen iteration) {
                                seen.add(iteration);
                            }
                        }))
                .isEmpty();
        long held = seen.subList(1, 3).stream()
                .filter(iteration -> iteration.ofRanks().get(0).probeBefore() > 0)
                .count();
        assertThat(held).isPositive();
        assertThat(System.nanoTime() - start).isGreaterThan(held * 500_000_000);
    }
}
