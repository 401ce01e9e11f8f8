package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.machine.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementProbeTest {
    private final List<Conditions> seen = new ArrayList<>();
    private final PlacementProbe probe =
            new PlacementProbe(Optional.empty(), Hold.NONE, new PlacementProbes(1, seen::add));

    /** As where a benchmark's own set-up throws between two of its handles'. */
    @Test
    void anIterationThatNeverBeganIsSeenButNothingIsKnownOfIt() {
        probe.after(1);
        probe.before(2);
        probe.after(2);
        probe.after(3);

        assertThat(seen).hasSize(3);
        assertThat(List.of(seen.get(0), seen.get(2))).containsOnly(Conditions.UNKNOWN);
        assertThat(seen.get(1).switches()).isNotNegative();
    }
}
