package dev.lockstep.harness;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ranks tell each other beside their messages. */
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
            assertThrown(IllegalArgumentException.class, () -> rank.exchange(new byte[4097]), "4096");
            assertThat(rank.address().isLoopbackAddress()).isTrue();
        });
    }

    @Test
    void aMetricOfTheHarnesssIsNobodyElses() throws Exception {
        ThreadRanks.run(1, rank -> {
            rank.report("calls", 1, "1");
            assertThrown(IllegalArgumentException.class, () -> rank.report("ranks.calls", 1, "1"), "'ranks.calls'");
        });
    }

    @Test
    void peersOfOneHostLearnEachOthersLoopbackPort() throws Exception {
        ConcurrentHashMap<Integer, Integer> ports = new ConcurrentHashMap<>();
        ThreadRanks.run(4, rank -> {
            int peer = rank.rank() ^ 1;
            Rendezvous rendezvous = new Rendezvous(rank, peer);
            try (ServerSocket listener = rendezvous.listen()) {
                ports.put(rank.rank(), listener.getLocalPort());
                var theirs = rendezvous.exchange(listener);
                assertThat(theirs.getAddress().isLoopbackAddress()).isTrue();
                assertThat(theirs.getPort()).isEqualTo(ports.get(peer));
            }
        });
        assertThat(ports).hasSize(4);
    }
}
