package dev.lockstep.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.ThreadRanks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fill, operate, check, as the pilot does; and the same without the operation. */
class SelfChecksTest {

    @ParameterizedTest
    @CsvSource({"2, 0", "2, 16", "2, 1048576", "4, 1024"})
    void communicatorPingPongPasses(int ranks, int bytes) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            PingPongBenchmark benchmark = pingPong(rank, bytes);
            for (int i = 0; i < 3; i++) {
                benchmark.pingPong(rank, new OpTimes());
            }
            benchmark.check(rank);
        });
    }

    @Test
    void communicatorPingPongThatDoesNothingFailsOnEveryRank() throws Exception {
        assertThat(ThreadRanks.failures(4, rank -> pingPong(rank, 16).check(rank)))
                .hasSize(4)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    @ParameterizedTest
    @CsvSource({"2, 16, open", "2, 1048576, open", "4, 1024, open"})
    @CsvSource({"2, 16, perMessage", "2, 1048576, perMessage", "4, 1024, perMessage"})
    void socketPingPongPasses(int ranks, int bytes, String connection) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            SocketPingPongBenchmark benchmark = sockets(bytes, connection);
            benchmark.connect(rank);
            benchmark.startTogether(rank);
            benchmark.fill(rank);
            for (int i = 0; i < 3; i++) {
                benchmark.pingPong(rank);
            }
            benchmark.check(rank);
            benchmark.rest();
            benchmark.disconnect();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "perMessage"})
    void socketPingPongThatDoesNothingFailsOnEveryRank(String connection) throws Exception {
        assertThat(ThreadRanks.failures(2, rank -> {
                    SocketPingPongBenchmark benchmark = sockets(16, connection);
                    benchmark.connect(rank);
                    benchmark.disconnect();
                    benchmark.check(rank);
                }))
                .hasSize(2)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    @Test
    void unknownConnectionIsRefused() throws Exception {
        assertThat(ThreadRanks.failures(2, rank -> sockets(16, "pigeon").connect(rank)))
                .hasSize(2)
                .allSatisfy(e -> assertThat(e).hasMessageContaining("'open' or 'perMessage', not 'pigeon'"));
    }

    @Test
    void oddNumberOfRanksIsRefusedOnEveryRank() throws Exception {
        assertThat(ThreadRanks.failures(3, rank -> pingPong(rank, 16)))
                .hasSize(3)
                .allSatisfy(e -> assertThat(e).hasMessageContaining("must be even, not 3"));
        assertThat(ThreadRanks.failures(3, rank -> sockets(16, "open").connect(rank)))
                .hasSize(3)
                .allSatisfy(e -> assertThat(e).hasMessageContaining("must be even, not 3"));
    }

    private static PingPongBenchmark pingPong(Rank rank, int bytes) {
        PingPongBenchmark benchmark = new PingPongBenchmark();
        benchmark.bytes = bytes;
        benchmark.allocate(rank);
        benchmark.startTogether(rank);
        benchmark.fill(rank);
        return benchmark;
    }

    private static SocketPingPongBenchmark sockets(int bytes, String connection) {
        SocketPingPongBenchmark benchmark = new SocketPingPongBenchmark();
        benchmark.bytes = bytes;
        benchmark.connection = connection;
        return benchmark;
    }
}
