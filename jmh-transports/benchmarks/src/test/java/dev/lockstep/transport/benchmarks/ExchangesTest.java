package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.ThreadRanks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** Fill, operate, check, as the pilot does, of each benchmark over each transport that carries it; and without operating. */
@Timeout(120)
class ExchangesTest {
    private static final int CALLS = 3;

    private static final Blackhole BLACKHOLE = new Blackhole(
            "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

    /**
     * A benchmark with its parameters, as JMH would call it.
     *
     * @param set makes one for a rank's thread, ready for so many calls
     * @param call makes one
     * @param end closes it
     */
    record Subject<B extends SelfCheck>(Made<B> set, Act<B> call, Act<B> end) {
        interface Made<B> {
            B of(Rank rank, Peers peers, int calls) throws IOException;
        }

        interface Act<B> {
            void on(B benchmark, Rank rank, Peers peers) throws IOException;
        }
    }

    private static Stream<Arguments> carried(
            String name, int threads, CombinationRule rule, Map<String, String> params, Subject<?> subject) {
        return TransportSelfChecksTest.ALL.stream()
                .filter(transport ->
                        rule.obstacle(with(params, transport), threads).isEmpty())
                .map(transport -> Arguments.of(name + params, transport, threads, subject));
    }

    static Map<String, String> with(Map<String, String> params, String transport) {
        Map<String, String> all = new TreeMap<>(params);
        all.put("transport", transport);
        all.put("comm", "local");
        return all;
    }

    private static <T> Stream<T> concat(List<Stream<T>> all) {
        return all.stream().flatMap(Function.identity());
    }

    static Stream<Arguments> exchanges() {
        return concat(List.of(
                carried("bandwidth", 1, new Carried(), Map.of(), bandwidth(0, "blocking")),
                carried("bandwidth", 1, new Carried(), Map.of(), bandwidth(65536, "blocking")),
                carried("bandwidth", 1, new Carried(), Map.of("receive", "poll"), bandwidth(65536, "poll")),
                carried("message rate", 2, new Carried(), Map.of(), rate("blocking")),
                carried("message rate", 2, new Carried(), Map.of("receive", "poll"), rate("poll")),
                carried("ping-pong", 1, new Carried(), Map.of("receive", "poll"), pingPong(0)),
                carried("ping-pong", 1, new Carried(), Map.of("receive", "poll"), pingPong(65536)),
                contending("own", 1024),
                contending("shared", 1024),
                contending("own", 1 << 20),
                contending("shared", 1 << 20),
                carried("both ways", 1, new Carried.BothWays(), Map.of("receive", "blocking"), bothWays("blocking")),
                carried("both ways", 1, new Carried.BothWays(), Map.of("receive", "poll"), bothWays("poll")),
                carried("connections", 1, new Carried(), Map.of("message", "none"), openClose("none")),
                carried("connections", 1, new Carried(), Map.of("message", "byte"), openClose("byte")),
                carried("requests", 1, new Carried.Replying(), Map.of("pause", "sleep"), requests("sleep")),
                carried("requests", 1, new Carried.Replying(), Map.of("pause", "compute"), requests("compute")),
                carried("open loop", 1, new Carried.BothWays(), Map.of(), openLoop()),
                carried("kill", 1, new Carried.Killing(), Map.of(), kill())));
    }

    @ParameterizedTest(name = "{0} over {1}, {2} threads")
    @MethodSource("exchanges")
    <B extends SelfCheck> void passes(String name, String transport, int threads, Subject<B> subject) throws Exception {
        int calls = name.startsWith("connections") ? OpenCloseBenchmark.WINDOW + CALLS : CALLS;
        Peers peers = TransportSelfChecksTest.peers(transport);
        ThreadRanks.run(2, threads, rank -> {
            B benchmark = subject.set.of(rank, peers, calls);
            benchmark.fill(rank);
            rank.comm().barrier();
            // One of these communicators may be shared from here on.
            rank.awaitThreads();
            for (int i = 0; i < calls; i++) {
                subject.call.on(benchmark, rank, peers);
            }
            benchmark.check(rank);
            subject.end.on(benchmark, rank, peers);
        });
    }

    @ParameterizedTest(name = "{0} over {1}, {2} threads")
    @MethodSource("exchanges")
    <B extends SelfCheck> void failsWithoutAnyOperation(String name, String transport, int threads, Subject<B> subject)
            throws Exception {
        Peers peers = TransportSelfChecksTest.peers(transport);
        assertThat(ThreadRanks.failures(2, threads, rank -> {
                    B benchmark = subject.set.of(rank, peers, CALLS);
                    benchmark.fill(rank);
                    subject.end.on(benchmark, rank, peers);
                    benchmark.check(rank);
                }))
                .hasSize(2 * threads)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    private static IterationParams iteration(int calls) {
        return new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, calls);
    }

    static Receiving receiving(String receive) {
        Receiving receiving = new Receiving();
        receiving.receive = receive;
        return receiving;
    }

    private static Subject<?> pingPong(int bytes) {
        return new Subject<TransportPingPongBenchmark>(
                (rank, peers, calls) -> TransportSelfChecksTest.pingPong(rank, peers, bytes, "poll"),
                (benchmark, rank, peers) -> benchmark.pingPong(rank, new OpTimes()),
                TransportPingPongBenchmark::disconnect);
    }

    private static Subject<?> bandwidth(int bytes, String receive) {
        return new Subject<TransportBandwidthBenchmark>(
                (rank, peers, calls) -> {
                    TransportBandwidthBenchmark benchmark = new TransportBandwidthBenchmark();
                    benchmark.bytes = bytes;
                    benchmark.buffer = "direct";
                    benchmark.connect(rank, peers, receiving(receive));
                    benchmark.startTogether(rank);
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.window(rank, new OpTimes()),
                TransportBandwidthBenchmark::disconnect);
    }

    private static Subject<?> rate(String receive) {
        return new Subject<MessageRateBenchmark>(
                (rank, peers, calls) -> {
                    MessageRateBenchmark benchmark = new MessageRateBenchmark();
                    benchmark.bytes = 8;
                    benchmark.connect(rank, peers, receiving(receive));
                    benchmark.startTogether(rank, iteration(calls));
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.window(rank),
                MessageRateBenchmark::disconnect);
    }

    private static Stream<Arguments> contending(String connection, int bytes) {
        return carried(
                "contention",
                8,
                new Carried.Sharing(),
                Map.of("connection", connection, "bytes", String.valueOf(bytes)),
                contention(connection, bytes));
    }

    private static Subject<?> contention(String connection, int bytes) {
        return new Subject<TransportContentionBenchmark>(
                (rank, peers, calls) -> {
                    TransportContentionBenchmark benchmark = new TransportContentionBenchmark();
                    benchmark.bytes = bytes;
                    benchmark.connection = connection;
                    benchmark.connect(rank, peers);
                    benchmark.startTogether(rank, iteration(calls));
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.exchange(rank, new OpTimes()),
                TransportContentionBenchmark::disconnect);
    }

    private static Subject<?> bothWays(String receive) {
        return new Subject<BidirectionalBandwidthBenchmark>(
                (rank, peers, calls) -> {
                    BidirectionalBandwidthBenchmark benchmark = new BidirectionalBandwidthBenchmark();
                    benchmark.bytes = 65536;
                    benchmark.connect(rank, peers, receiving(receive));
                    benchmark.startTogether(rank);
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.windows(rank, new OpTimes()),
                BidirectionalBandwidthBenchmark::disconnect);
    }

    private static Subject<?> openClose(String message) {
        return new Subject<OpenCloseBenchmark>(
                (rank, peers, calls) -> {
                    OpenCloseBenchmark benchmark = new OpenCloseBenchmark();
                    benchmark.message = message;
                    benchmark.open(rank, peers);
                    benchmark.startTogether(rank, iteration(calls));
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.openClose(rank),
                OpenCloseBenchmark::close);
    }

    private static Subject<?> requests(String pause) {
        return new Subject<RequestResponseBenchmark>(
                (rank, peers, calls) -> {
                    RequestResponseBenchmark benchmark = new RequestResponseBenchmark();
                    benchmark.bytes = 1024;
                    benchmark.pause = pause;
                    benchmark.connect(rank, peers);
                    benchmark.startTogether(rank);
                    return benchmark;
                },
                (benchmark, rank, peers) -> {
                    benchmark.pause(BLACKHOLE);
                    benchmark.request(rank);
                },
                RequestResponseBenchmark::disconnect);
    }

    /** So slow that no machine misses it. */
    private static Subject<?> openLoop() {
        return new Subject<OpenLoopBenchmark>(
                (rank, peers, calls) -> openLoop(rank, peers, 2, calls),
                (benchmark, rank, peers) -> benchmark.message(rank, new OpTimes()),
                OpenLoopBenchmark::disconnect);
    }

    private static Subject<?> kill() {
        return new Subject<KilledPeerBenchmark>(
                (rank, peers, calls) -> {
                    KilledPeerBenchmark benchmark = new KilledPeerBenchmark();
                    benchmark.open(rank, peers);
                    return benchmark;
                },
                (benchmark, rank, peers) -> {
                    benchmark.start(rank, peers);
                    benchmark.learn(rank);
                    benchmark.clear();
                },
                KilledPeerBenchmark::close);
    }

    private static OpenLoopBenchmark openLoop(Rank rank, Peers peers, int rate, int calls) throws IOException {
        OpenLoopBenchmark benchmark = new OpenLoopBenchmark();
        benchmark.bytes = 64;
        benchmark.rate = rate;
        benchmark.connect(rank, peers);
        benchmark.startTogether(rank, iteration(calls));
        return benchmark;
    }

    @Test
    void aRateThatIsMissedHasNoNumber() throws Exception {
        int calls = 2000;
        Peers peers = TransportSelfChecksTest.peers("socket-open-close");
        assertThat(ThreadRanks.failures(2, rank -> {
                    OpenLoopBenchmark benchmark = openLoop(rank, peers, 1_000_000_000, calls);
                    try {
                        for (int i = 0; i < calls; i++) {
                            benchmark.message(rank, new OpTimes());
                        }
                    } finally {
                        benchmark.disconnect(rank, peers);
                    }
                }))
                .singleElement()
                .satisfies(e -> assertThat(e)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageMatching("the rate of 1000000000 messages per second was missed: 2000 took \\d+ ms,"
                                + " which is \\d+ per second"));
    }
}
