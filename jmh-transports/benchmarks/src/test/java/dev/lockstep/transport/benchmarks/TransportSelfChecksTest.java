package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.ThreadRanks;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Fill, operate, check, as the pilot does, over every transport; and the same without the operation. */
class TransportSelfChecksTest {
    /** All, those that spin giving way: there are more threads here than cores. */
    static final List<String> ALL = List.of(
            "communicator",
            "communicator:calls=nonblocking",
            "communicator:threads=many",
            "inproc:wait=yield",
            "nio",
            "shm:wait=yield",
            "socket",
            "socket-open-close",
            "uds");

    @ParameterizedTest
    @FieldSource("ALL")
    void pingPong(String transport) throws Exception {
        for (int bytes : new int[] {0, 16, 4 << 20}) {
            Peers peers = peers(transport);
            ThreadRanks.run(2, rank -> {
                TransportPingPongBenchmark benchmark = pingPong(rank, peers, bytes);
                for (int i = 0; i < 3; i++) {
                    benchmark.pingPong(rank, new OpTimes());
                }
                benchmark.check(rank);
                benchmark.disconnect(rank, peers);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 8, shm:wait=yield", "2, 8, communicator", "4, 2, nio"})
    void everyThreadOfARankHasItsOwnPeer(int ranks, int threads, String transport) throws Exception {
        Peers peers = peers(transport);
        ThreadRanks.run(ranks, threads, rank -> {
            TransportPingPongBenchmark benchmark = pingPong(rank, peers, 1024);
            benchmark.pingPong(rank, new OpTimes());
            benchmark.check(rank);
            benchmark.disconnect(rank, peers);
        });
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void pingPongThatDoesNothingFailsOnEveryRank(String transport) throws Exception {
        for (int bytes : new int[] {0, 16}) {
            Peers peers = peers(transport);
            assertThat(ThreadRanks.failures(2, rank -> {
                        TransportPingPongBenchmark benchmark = pingPong(rank, peers, bytes);
                        benchmark.disconnect(rank, peers);
                        benchmark.check(rank);
                    }))
                    .hasSize(2)
                    .hasOnlyElementsOfType(IllegalStateException.class);
        }
    }

    @Test
    void unknownTransportIsRefused() throws Exception {
        Peers peers = peers("pigeon");
        assertThat(ThreadRanks.failures(2, rank -> {
                    if (rank.rank() == 0) {
                        peers.open(rank, 16);
                    }
                }))
                .singleElement()
                .satisfies(e -> assertThat(e).hasMessageContainingAll("no transport is called 'pigeon'", "socket"));
    }

    @Test
    void oddNumberOfRanksIsRefusedOnEveryRank() throws Exception {
        Peers peers = peers("socket");
        assertThat(ThreadRanks.failures(3, rank -> pingPong(rank, peers, 16)))
                .hasSize(3)
                .allSatisfy(e -> assertThat(e).hasMessageContaining("must be even, not 3"));
    }

    static Peers peers(String transport) {
        Peers peers = new Peers();
        peers.transport = transport;
        return peers;
    }

    private static TransportPingPongBenchmark pingPong(Rank rank, Peers peers, int bytes) throws IOException {
        return pingPong(rank, peers, bytes, "blocking");
    }

    static TransportPingPongBenchmark pingPong(Rank rank, Peers peers, int bytes, String receive) throws IOException {
        TransportPingPongBenchmark benchmark = new TransportPingPongBenchmark();
        benchmark.bytes = bytes;
        benchmark.buffer = "direct";
        benchmark.connect(rank, peers, ExchangesTest.receiving(receive));
        benchmark.startTogether(rank);
        benchmark.fill(rank);
        return benchmark;
    }
}
