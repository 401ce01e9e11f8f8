package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
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
    void ranksInContainersOfOneHostAreApart() {
        assertThat(members(5, 5, 7, 5, 7)).containsExactly(0, 2);
        assertThat(members(7, 5, 7, 5, 7)).containsExactly(1, 3);
        assertThat(members(9, 8, 9)).containsExactly(1);
    }

    @Test
    void whoHasNoPageIsAlone() {
        assertThat(members(0, 0, 0, 5)).isEmpty();
        assertThat(members(5, 0, 0, 5)).containsExactly(2);
    }
}
