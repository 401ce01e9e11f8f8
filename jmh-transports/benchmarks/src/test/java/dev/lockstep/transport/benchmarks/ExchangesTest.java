package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.ThreadRanks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** Fill, operate, check, as the pilot does, of each benchmark over each transport that carries it; and without operating. */
class ExchangesTest {
    /** All, those that spin giving way: there are more threads here than cores. */
    private static final List<String> TRANSPORTS = List.of(
            "aeron-ipc",
            "aeron-udp",
            "communicator",
            "communicator:calls=nonblocking",
            "communicator:threads=many",
            "grpc",
            "grpc:call=stream",
            "http",
            "http2",
            "inproc:wait=yield",
            "jms:broker=embedded",
            "mqtt:broker=embedded",
            "netty",
            "netty-tls",
            "nio",
            "shm:wait=yield",
            "socket",
            "socket-open-close",
            "uds",
            "zeromq");

    /** For what is the same over all, as far as the contract of transports goes. */
    private static final List<String> TWO = List.of("shm:wait=yield", "socket-open-close");

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

    /** What a rank's threads do, with the parameters that decide which transports carry it. */
    record Exchange(
            String name,
            int ranks,
            int threads,
            CombinationRule rule,
            Map<String, String> params,
            int calls,
            List<String> transports,
            Subject<?> subject) {
        Stream<String> carriers() {
            return transports.stream()
                    .filter(transport ->
                            rule.obstacle(with(params, transport), threads).isEmpty());
        }

        Arguments over(String transport) {
            return Arguments.of(name + params, transport, this, subject);
        }
    }

    static Map<String, String> with(Map<String, String> params, String transport) {
        Map<String, String> all = new TreeMap<>(params);
        all.put("transport", transport);
        all.put("comm", "local");
        return all;
    }

    private static Exchange exchange(
            String name, int threads, CombinationRule rule, Map<String, String> params, Subject<?> subject) {
        return new Exchange(name, 2, threads, rule, params, CALLS, TRANSPORTS, subject);
    }

    private static final List<Exchange> ALL = List.of(
            exchange("ping-pong", 1, new Carried(), Map.of("bytes", "0"), pingPong(0, "blocking", "send")),
            exchange("ping-pong", 1, new Carried(), Map.of("bytes", "262144"), pingPong(1 << 18, "blocking", "send")),
            exchange("ping-pong", 1, new Carried(), Map.of("receive", "poll"), pingPong(65536, "poll", "send")),
            exchange("ping-pong", 1, new Carried(), Map.of("link", "1gbit"), pingPong(4096, "blocking", "send")),
            new Exchange(
                    "ping-pong",
                    4,
                    2,
                    new Carried(),
                    Map.of("ranks", "4"),
                    CALLS,
                    TRANSPORTS,
                    pingPong(1024, "blocking", "send")),
            exchange("bandwidth", 1, new Carried(), Map.of("bytes", "4096"), bandwidth(4096, "blocking", "send")),
            exchange("bandwidth", 1, new Carried(), Map.of("receive", "poll"), bandwidth(0, "poll", "send")),
            exchange("message rate", 2, new Carried(), Map.of(), rate("blocking", "send")),
            exchange("message rate", 2, new Carried(), Map.of("receive", "poll"), rate("poll", "send")),
            exchange("ping-pong", 1, new Carried(), Map.of("send", "claim"), pingPong(64, "poll", "claim")),
            exchange("bandwidth", 1, new Carried(), Map.of("send", "offer"), bandwidth(65536, "blocking", "offer")),
            exchange("bandwidth", 1, new Carried(), Map.of("send", "claim"), bandwidth(4096, "poll", "claim")),
            exchange("message rate", 2, new Carried(), Map.of("send", "offer"), rate("blocking", "offer")),
            contending(4, "own", 1024),
            contending(4, "shared", 1024),
            contending(2, "own", 1 << 20),
            contending(2, "shared", 1 << 20),
            exchange("both ways", 1, new Carried.BothWays(), Map.of("receive", "blocking"), bothWays("blocking")),
            exchange("both ways", 1, new Carried.BothWays(), Map.of("receive", "poll"), bothWays("poll")),
            connections("none"),
            connections("byte"),
            exchange("requests", 1, new Carried.Replying(), Map.of("pause", "sleep"), requests("sleep", "blocking")),
            exchange("requests", 1, new Carried.Replying(), Map.of("receive", "poll"), requests("none", "poll")),
            new Exchange(
                    "requests",
                    2,
                    1,
                    new Carried.Replying(),
                    Map.of("pause", "compute"),
                    CALLS,
                    TWO,
                    requests("compute", "blocking")),
            clients(2, 1, "blocking"),
            clients(4, 1, "poll"),
            clients(3, 2, "blocking"),
            // With two messages the rate may be missed.
            new Exchange("open loop", 2, 1, new Carried.Beside(), Map.of(), 2, TRANSPORTS, openLoop("blocking")),
            new Exchange(
                    "open loop",
                    2,
                    1,
                    new Carried.Beside(),
                    Map.of("receive", "poll"),
                    2,
                    TRANSPORTS,
                    openLoop("poll")),
            new Exchange("kill", 2, 1, new Carried.Killing(), Map.of(), 1, TWO, kill()));

    static Stream<Arguments> overEveryTransport() {
        return ALL.stream().flatMap(exchange -> exchange.carriers().map(exchange::over));
    }

    /** What is not done is over none of them, so one will do. */
    static Stream<Arguments> overOneTransport() {
        return ALL.stream()
                .map(exchange -> exchange.over(exchange.carriers().findFirst().orElseThrow()));
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("overEveryTransport")
    <B extends SelfCheck> void passes(String name, String transport, Exchange exchange, Subject<B> subject)
            throws Exception {
        Peers peers = peers(exchange, transport);
        ThreadRanks.run(exchange.ranks, exchange.threads, rank -> {
            B benchmark = subject.set.of(rank, peers, exchange.calls);
            benchmark.fill(rank);
            rank.comm().barrier();
            // One of these communicators may be shared from here on.
            rank.awaitThreads();
            for (int i = 0; i < exchange.calls; i++) {
                subject.call.on(benchmark, rank, peers);
            }
            benchmark.check(rank);
            subject.end.on(benchmark, rank, peers);
        });
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("overOneTransport")
    <B extends SelfCheck> void failsWithoutAnyOperation(
            String name, String transport, Exchange exchange, Subject<B> subject) throws Exception {
        Peers peers = peers(exchange, transport);
        assertThat(ThreadRanks.failures(exchange.ranks, exchange.threads, rank -> {
                    B benchmark = subject.set.of(rank, peers, exchange.calls);
                    benchmark.fill(rank);
                    subject.end.on(benchmark, rank, peers);
                    benchmark.check(rank);
                }))
                .hasSize(exchange.ranks * exchange.threads)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    private static Peers peers(String transport) {
        Peers peers = new Peers();
        peers.transport = transport;
        return peers;
    }

    private static Peers peers(Exchange exchange, String transport) {
        Peers peers = peers(transport);
        peers.link = exchange.params.getOrDefault("link", peers.link);
        return peers;
    }

    private static IterationParams iteration(int calls) {
        return new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, calls);
    }

    private static Receiving receiving(String receive) {
        Receiving receiving = new Receiving();
        receiving.receive = receive;
        return receiving;
    }

    private static Sending sending(String send) {
        Sending sending = new Sending();
        sending.send = send;
        return sending;
    }

    private static Subject<?> pingPong(int bytes, String receive, String send) {
        return new Subject<TransportPingPongBenchmark>(
                (rank, peers, calls) -> {
                    TransportPingPongBenchmark benchmark = new TransportPingPongBenchmark();
                    benchmark.bytes = bytes;
                    benchmark.buffer = "direct";
                    benchmark.connect(rank, peers, receiving(receive), sending(send));
                    benchmark.startTogether(rank, iteration(calls), new OpTimes());
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.pingPong(rank, new OpTimes()),
                TransportPingPongBenchmark::disconnect);
    }

    private static Subject<?> bandwidth(int bytes, String receive, String send) {
        return new Subject<TransportBandwidthBenchmark>(
                (rank, peers, calls) -> {
                    TransportBandwidthBenchmark benchmark = new TransportBandwidthBenchmark();
                    benchmark.bytes = bytes;
                    benchmark.buffer = "direct";
                    benchmark.connect(rank, peers, receiving(receive), sending(send));
                    benchmark.startTogether(rank, iteration(calls), new OpTimes());
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.window(rank, new OpTimes()),
                TransportBandwidthBenchmark::disconnect);
    }

    private static Subject<?> rate(String receive, String send) {
        return new Subject<MessageRateBenchmark>(
                (rank, peers, calls) -> {
                    MessageRateBenchmark benchmark = new MessageRateBenchmark();
                    benchmark.bytes = 8;
                    benchmark.connect(rank, peers, receiving(receive), sending(send));
                    benchmark.startTogether(rank, iteration(calls), new OpTimes());
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.window(rank, new OpTimes()),
                MessageRateBenchmark::disconnect);
    }

    private static Exchange contending(int threads, String connection, int bytes) {
        return exchange(
                "contention",
                threads,
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
                    benchmark.connect(rank, peers, receiving("blocking"));
                    benchmark.startTogether(rank, iteration(calls), new OpTimes());
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.exchange(rank, new OpTimes()),
                TransportContentionBenchmark::disconnect);
    }

    private static Subject<?> bothWays(String receive) {
        return new Subject<BidirectionalBandwidthBenchmark>(
                (rank, peers, calls) -> {
                    BidirectionalBandwidthBenchmark benchmark = new BidirectionalBandwidthBenchmark();
                    benchmark.bytes = 16384;
                    benchmark.connect(rank, peers, receiving(receive));
                    benchmark.startTogether(rank, iteration(calls));
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.windows(rank, new OpTimes()),
                BidirectionalBandwidthBenchmark::disconnect);
    }

    private static Exchange connections(String message) {
        int calls = OpenCloseBenchmark.WINDOW + CALLS;
        return new Exchange(
                "connections", 2, 1, new Carried(), Map.of("message", message), calls, TRANSPORTS, openClose(message));
    }

    private static Subject<?> openClose(String message) {
        return new Subject<OpenCloseBenchmark>(
                (rank, peers, calls) -> {
                    OpenCloseBenchmark benchmark = new OpenCloseBenchmark();
                    benchmark.message = message;
                    benchmark.open(rank, peers, receiving("blocking"));
                    benchmark.startTogether(rank, iteration(calls));
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.openClose(rank, new OpTimes()),
                OpenCloseBenchmark::close);
    }

    private static Subject<?> requests(String pause, String receive) {
        return new Subject<RequestResponseBenchmark>(
                (rank, peers, calls) -> {
                    RequestResponseBenchmark benchmark = new RequestResponseBenchmark();
                    benchmark.bytes = 1024;
                    benchmark.pause = pause;
                    benchmark.connect(rank, peers, receiving(receive));
                    benchmark.startTogether(rank, iteration(calls));
                    return benchmark;
                },
                (benchmark, rank, peers) -> {
                    benchmark.pause(BLACKHOLE);
                    benchmark.request(rank, new OpTimes());
                },
                RequestResponseBenchmark::disconnect);
    }

    private static Exchange clients(int ranks, int threads, String receive) {
        Map<String, String> params = Map.of("receive", receive, "clients", String.valueOf((ranks - 1) * threads));
        return new Exchange(
                "clients", ranks, threads, new Carried.Serving(), params, CALLS, TRANSPORTS, manyClients(receive));
    }

    private static Subject<?> manyClients(String receive) {
        return new Subject<ManyClientsBenchmark>(
                (rank, peers, calls) -> {
                    ManyClientsBenchmark benchmark = new ManyClientsBenchmark();
                    benchmark.bytes = 1024;
                    benchmark.connect(rank, peers, receiving(receive));
                    benchmark.startTogether(rank, iteration(calls));
                    return benchmark;
                },
                (benchmark, rank, peers) -> benchmark.request(rank, new OpTimes()),
                ManyClientsBenchmark::disconnect);
    }

    private static Subject<?> openLoop(String receive) {
        return new Subject<OpenLoopBenchmark>(
                (rank, peers, calls) -> openLoop(rank, peers, receive, 1000, calls),
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

    private static OpenLoopBenchmark openLoop(Rank rank, Peers peers, String receive, int rate, int calls)
            throws IOException {
        OpenLoopBenchmark benchmark = new OpenLoopBenchmark();
        benchmark.bytes = 64;
        benchmark.rate = rate;
        benchmark.connect(rank, peers, receiving(receive));
        benchmark.startTogether(rank, iteration(calls));
        return benchmark;
    }

    @Test
    void aRateIsKeptIfItIsMissedByATenthAndByTenMilliseconds() {
        assertThatCode(() -> OpenLoopBenchmark.requireKept(100, 100, 1_110_000_000))
                .doesNotThrowAnyException();
        assertThatIllegalStateException()
                .isThrownBy(() -> OpenLoopBenchmark.requireKept(100, 100, 1_110_000_001))
                .withMessage(
                        "the rate of 100 messages per second was missed: 100 took 1110 ms, which is 90 per second");
    }

    @Test
    void aRateThatIsMissedHasNoNumber() throws Exception {
        int calls = 2000;
        Peers peers = peers("socket-open-close");
        assertThat(ThreadRanks.failures(2, rank -> {
                    OpenLoopBenchmark benchmark = openLoop(rank, peers, "blocking", 1_000_000_000, calls);
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

    @Test
    void aRateMayBeMissedWhileTheJvmWarmsUp() throws Exception {
        int calls = 100;
        Peers peers = peers("nio");
        assertThat(ThreadRanks.failures(2, rank -> {
                    OpenLoopBenchmark benchmark = openLoop(rank, peers, "blocking", 1_000_000_000, calls);
                    benchmark.startTogether(rank, new IterationParams(IterationType.WARMUP, 1, TimeValue.NONE, calls));
                    try {
                        for (int i = 0; i < calls; i++) {
                            if (i == 1) {
                                Thread.sleep(20);
                            }
                            benchmark.message(rank, new OpTimes());
                        }
                    } finally {
                        benchmark.disconnect(rank, peers);
                    }
                }))
                .isEmpty();
    }

    /** As those of a pilot, of which the first is cold. */
    @Test
    void fewMessagesSayNothingOfARate() {
        assertThatCode(() -> OpenLoopBenchmark.requireKept(250, 9, 1_000_000_000))
                .doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(() -> OpenLoopBenchmark.requireKept(250, 10, 1_000_000_000));
    }

    /** The sender has sent all in time, and the last echo comes after twice as long. */
    @ParameterizedTest
    @ValueSource(strings = {"blocking", "poll"})
    void aReceiverAtHalfTheRateMissesIt(String receive) throws Exception {
        int calls = 100;
        Peers peers = peers("nio");
        assertThat(ThreadRanks.failures(2, rank -> {
                    OpenLoopBenchmark benchmark = openLoop(rank, peers, receive, 1000, calls);
                    try {
                        for (int i = 0; i < calls; i++) {
                            if (rank.rank() == 1) {
                                Thread.sleep(2);
                            }
                            benchmark.message(rank, new OpTimes());
                        }
                    } finally {
                        benchmark.disconnect(rank, peers);
                    }
                }))
                .singleElement()
                .satisfies(e -> assertThat(e)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("the rate of 1000 messages per second was missed: 100 took "));
    }
}
