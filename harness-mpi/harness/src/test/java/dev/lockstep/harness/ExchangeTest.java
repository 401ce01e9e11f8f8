package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ExchangeTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyRankLearnsWhatEveryRankSaid(int ranks) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            for (int round = 0; round < 50; round++) {
                String tail = "é".repeat(round);
                List<String> expected = IntStream.range(0, ranks)
                        .mapToObj(r -> r == 1 ? "" : r + tail)
                        .toList();
                assertThat(rank.exchange(expected.get(rank.rank()))).isEqualTo(expected);
            }
            byte[] longest = new byte[4096];
            longest[4095] = (byte) rank.rank();
            assertThat(rank.exchange(longest))
                    .hasSize(ranks)
                    .allSatisfy(value -> assertThat(value).hasSize(4096));
            assertThat(rank.exchange(longest).get(ranks - 1)[4095]).isEqualTo((byte) (ranks - 1));
            assertThatThrownBy(() -> rank.exchange(new byte[4097]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("4096");
            assertThat(rank.address().isLoopbackAddress()).isTrue();
        });
    }
}
