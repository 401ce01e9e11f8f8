package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.machine.Hold;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlacementProbesTest {
    private static List<Integer> members(long nonce, long... ofRanks) {
        return PlacementProbes.members(
                nonce,
                LongStream.of(ofRanks)
                        .mapToObj(
                                n -> ByteBuffer.allocate(Long.BYTES).putLong(n).array())
                        .toList());
    }

    @Test
    void ranksInContainersOfOneHostAreApartAndWhoHasNoPageIsAlone() {
        assertThat(members(5, 5, 7, 5, 7)).containsExactly(0, 2);
        assertThat(members(7, 5, 7, 5, 7)).containsExactly(1, 3);
        assertThat(members(9, 8, 9)).containsExactly(1);
        assertThat(members(0, 0, 0, 5)).isEmpty();
        assertThat(members(5, 0, 0, 5)).containsExactly(2);
    }

    /** As where a benchmark's own set-up throws between two of its handles'. */
    @Test
    void anIterationThatNeverBeganIsSeenButNothingIsKnownOfIt() {
        List<Conditions> seen = new ArrayList<>();
        PlacementProbe probe = new PlacementProbe(Optional.empty(), Hold.NONE, new PlacementProbes(1, seen::add));
        probe.after(1);
        probe.before(2);
        probe.after(2);
        probe.after(3);
        assertThat(seen).hasSize(3);
        assertThat(List.of(seen.get(0), seen.get(2))).containsOnly(Conditions.UNKNOWN);
        assertThat(seen.get(1).switches()).isNotNegative();
    }

    @Test
    void whatAllThreadsSawInAnIterationIsHandedOverOnce() {
        List<Conditions> seen = new ArrayList<>();
        PlacementProbes probes = new PlacementProbes(2, seen::add);
        for (int iteration = 1; iteration <= 2; iteration++) {
            probes.ended(new Conditions(Double.NaN, iteration, 1, 0, 20));
            assertThat(seen).hasSize(iteration - 1);
            probes.ended(new Conditions(iteration, Double.NaN, 2, 0, 10));
        }
        assertThat(seen).containsExactly(new Conditions(1, 1, 3, 0, 20), new Conditions(2, 2, 3, 0, 20));
    }
}
