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

    /** A benchmark with its parameters, as JMH would call it. */
    interface Subject {
        SelfCheck set(Rank rank, Peers peers, int calls) throws IOException;

        void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException;

        void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException;
    }

    private static Stream<Arguments> carried(
            String name, int threads, CombinationRule rule, Map<String, String> params, Subject subject) {
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
                carried("bandwidth", 1, new Carried(), Map.of(), new Bandwidth(0, "blocking")),
                carried("bandwidth", 1, new Carried(), Map.of(), new Bandwidth(65536, "blocking")),
                carried("bandwidth", 1, new Carried(), Map.of("receive", "poll"), new Bandwidth(65536, "poll")),
                carried("message rate", 2, new Carried(), Map.of(), new Rate("blocking")),
                carried("message rate", 2, new Carried(), Map.of("receive", "poll"), new Rate("poll")),
                carried("ping-pong", 1, new Carried(), Map.of("receive", "poll"), new PingPong(0)),
                carried("ping-pong", 1, new Carried(), Map.of("receive", "poll"), new PingPong(65536)),
                carried("contention", 8, new Carried.Sharing(), Map.of("connection", "own"), new Contention("own")),
                carried(
                        "contention",
                        8,
                        new Carried.Sharing(),
                        Map.of("connection", "shared"),
                        new Contention("shared")),
                carried("both ways", 1, new Carried.BothWays(), Map.of("receive", "blocking"), new BothWays("blocking")),
                carried("both ways", 1, new Carried.BothWays(), Map.of("receive", "poll"), new BothWays("poll")),
                carried("connections", 1, new Carried(), Map.of("message", "none"), new OpenClose("none")),
                carried("connections", 1, new Carried(), Map.of("message", "byte"), new OpenClose("byte")),
                carried("requests", 1, new Carried.Replying(), Map.of("pause", "sleep"), new Requests("sleep")),
                carried("requests", 1, new Carried.Replying(), Map.of("pause", "compute"), new Requests("compute")),
                carried("open loop", 1, new Carried.BothWays(), Map.of(), new OpenLoop()),
                carried("kill", 1, new Carried.Killing(), Map.of(), new Kill())));
    }

    @ParameterizedTest(name = "{0} over {1}, {2} threads")
    @MethodSource("exchanges")
    void passes(String name, String transport, int threads, Subject subject) throws Exception {
        int calls = name.startsWith("connections") ? OpenCloseBenchmark.WINDOW + CALLS : CALLS;
        Peers peers = TransportSelfChecksTest.peers(transport);
        ThreadRanks.run(2, threads, rank -> {
            SelfCheck benchmark = subject.set(rank, peers, calls);
            benchmark.fill(rank);
            rank.comm().barrier();
            for (int i = 0; i < calls; i++) {
                subject.call(rank, peers, benchmark);
            }
            benchmark.check(rank);
            subject.end(rank, peers, benchmark);
        });
    }

    @ParameterizedTest(name = "{0} over {1}, {2} threads")
    @MethodSource("exchanges")
    void failsWithoutAnyOperation(String name, String transport, int threads, Subject subject) throws Exception {
        Peers peers = TransportSelfChecksTest.peers(transport);
        assertThat(ThreadRanks.failures(2, threads, rank -> {
                    SelfCheck benchmark = subject.set(rank, peers, CALLS);
                    benchmark.fill(rank);
                    subject.end(rank, peers, benchmark);
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

    private record PingPong(int bytes) implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            return TransportSelfChecksTest.pingPong(rank, peers, bytes, "poll");
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((TransportPingPongBenchmark) benchmark).pingPong(rank, new OpTimes());
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((TransportPingPongBenchmark) benchmark).disconnect(rank, peers);
        }
    }

    private record Bandwidth(int bytes, String receive) implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            TransportBandwidthBenchmark benchmark = new TransportBandwidthBenchmark();
            benchmark.bytes = bytes;
            benchmark.buffer = "direct";
            benchmark.connect(rank, peers, receiving(receive));
            benchmark.startTogether(rank);
            return benchmark;
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((TransportBandwidthBenchmark) benchmark).window(rank, new OpTimes());
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((TransportBandwidthBenchmark) benchmark).disconnect(rank, peers);
        }
    }

    private record Rate(String receive) implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            MessageRateBenchmark benchmark = new MessageRateBenchmark();
            benchmark.bytes = 8;
            benchmark.connect(rank, peers, receiving(receive));
            benchmark.startTogether(rank, iteration(calls));
            return benchmark;
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((MessageRateBenchmark) benchmark).window(rank);
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((MessageRateBenchmark) benchmark).disconnect(rank, peers);
        }
    }

    private record Contention(String connection) implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            TransportContentionBenchmark benchmark = new TransportContentionBenchmark();
            benchmark.bytes = 1024;
            benchmark.connection = connection;
            benchmark.connect(rank, peers);
            benchmark.startTogether(rank, iteration(calls));
            return benchmark;
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((TransportContentionBenchmark) benchmark).exchange(rank, new OpTimes());
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((TransportContentionBenchmark) benchmark).disconnect(rank, peers);
        }
    }

    private record BothWays(String receive) implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            BidirectionalBandwidthBenchmark benchmark = new BidirectionalBandwidthBenchmark();
            benchmark.bytes = 65536;
            benchmark.connect(rank, peers, receiving(receive));
            benchmark.startTogether(rank);
            return benchmark;
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((BidirectionalBandwidthBenchmark) benchmark).windows(rank, new OpTimes());
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((BidirectionalBandwidthBenchmark) benchmark).disconnect(rank, peers);
        }
    }

    private record OpenClose(String message) implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            OpenCloseBenchmark benchmark = new OpenCloseBenchmark();
            benchmark.message = message;
            benchmark.open(rank, peers);
            benchmark.startTogether(rank, iteration(calls));
            return benchmark;
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((OpenCloseBenchmark) benchmark).openClose(rank);
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((OpenCloseBenchmark) benchmark).close(rank, peers);
        }
    }

    private record Requests(String pause) implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            RequestResponseBenchmark benchmark = new RequestResponseBenchmark();
            benchmark.bytes = 1024;
            benchmark.pause = pause;
            benchmark.connect(rank, peers);
            benchmark.startTogether(rank);
            return benchmark;
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            RequestResponseBenchmark requests = (RequestResponseBenchmark) benchmark;
            requests.pause(new Blackhole(
                    "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous."));
            requests.request(rank);
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((RequestResponseBenchmark) benchmark).disconnect(rank, peers);
        }
    }

    /** So slow that no machine misses it. */
    private record OpenLoop() implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            return openLoop(rank, peers, 2, calls);
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((OpenLoopBenchmark) benchmark).message(rank, new OpTimes());
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((OpenLoopBenchmark) benchmark).disconnect(rank, peers);
        }
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

    private record Kill() implements Subject {
        @Override
        public SelfCheck set(Rank rank, Peers peers, int calls) throws IOException {
            KilledPeerBenchmark benchmark = new KilledPeerBenchmark();
            benchmark.open(rank, peers);
            return benchmark;
        }

        @Override
        public void call(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            KilledPeerBenchmark kill = (KilledPeerBenchmark) benchmark;
            kill.start(rank, peers);
            kill.learn(rank);
            kill.clear();
        }

        @Override
        public void end(Rank rank, Peers peers, SelfCheck benchmark) throws IOException {
            ((KilledPeerBenchmark) benchmark).close(rank, peers);
        }
    }
}
