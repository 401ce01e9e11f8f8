package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.harness.InPairs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairTest {

    @Test
    void neighboursPlayAndTheEvenOneBegins() {
        assertThat(Pair.of(0, 4)).isEqualTo(new Pair(1, true));
        assertThat(Pair.of(1, 4)).isEqualTo(new Pair(0, false));
        assertThat(Pair.of(2, 4)).isEqualTo(new Pair(3, true));
        assertThat(Pair.of(3, 4)).isEqualTo(new Pair(2, false));
    }

    @Test
    void benchmarksInPairsDeclareIt() {
        assertThat(List.of(
                        PingPongBenchmark.class,
                        TransportPingPongBenchmark.class,
                        OpenCloseBenchmark.class,
                        OpenLoopBenchmark.class,
                        TransportContentionBenchmark.class,
                        MessageRateBenchmark.class,
                        TransportBandwidthBenchmark.class,
                        BidirectionalBandwidthBenchmark.class,
                        ContentionBenchmark.class,
                        BandwidthBenchmark.class))
                .allMatch(type -> type.isAnnotationPresent(InPairs.class));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void oddNumberOfRanksIsRefusedOnEveryRank(int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            int each = rank;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Pair.of(each, ranks))
                    .withMessageContaining("must be even, not " + ranks);
        }
    }
}
