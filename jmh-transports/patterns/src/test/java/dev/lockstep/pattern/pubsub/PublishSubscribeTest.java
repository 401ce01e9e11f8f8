package dev.lockstep.pattern.pubsub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.ThreadRanks;
import dev.lockstep.pattern.States;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ping-pongs by topics of each transport and connection that go together, between ranks that are threads. */
@Tag("contracts")
@Timeout(120)
class PublishSubscribeTest {
    private static final int CALLS = 5;

    private static Map<String, String> params(String transport, String connection) {
        return new TreeMap<>(Map.of(
                "comm", "local",
                "transport", transport,
                "connection", connection,
                "bytes", "1024",
                "producers", "1",
                "network", "lan",
                "mediator", "tcp"));
    }

    static Stream<Arguments> carried() {
        return States.TRANSPORTS.stream()
                .flatMap(transport ->
                        Stream.of("kept", "perMessage").map(connection -> Arguments.of(transport, connection)))
                .filter(some -> new Published()
                        .obstacle(params((String) some.get()[0], (String) some.get()[1]), 1)
                        .isEmpty());
    }

    private static PublishSubscribeBenchmark whole(String connection, int bytes, int producers, String mediator) {
        PublishSubscribeBenchmark benchmark = new PublishSubscribeBenchmark();
        benchmark.connection = connection;
        benchmark.bytes = bytes;
        benchmark.producers = producers;
        benchmark.mediator = mediator;
        return benchmark;
    }

    private static PublishSubscribeBenchmark wan(String connection, int bytes, int producers, String mediator) {
        PublishSubscribeBenchmark benchmark = whole(connection, bytes, producers, mediator);
        benchmark.network = "wan";
        return benchmark;
    }

    private interface Make {
        PublishBenchmark benchmark();
    }

    private static void exchange(int ranks, String transport, Make make) throws Exception {
        exchange(ranks, States.peers(transport), make);
    }

    private static void exchange(int ranks, Peers peers, Make make) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            PublishBenchmark benchmark = make.benchmark();
            benchmark.open(rank, peers);
            benchmark.startTogether(rank);
            benchmark.fill(rank);
            for (int i = 0; i < CALLS; i++) {
                benchmark.pingPong(new OpTimes());
            }
            benchmark.check(rank);
            benchmark.close(rank, peers);
        });
    }

    @Test
    void mostCombinationsCanRun() {
        assertThat(carried()).hasSizeGreaterThan(24);
    }

    @ParameterizedTest
    @MethodSource("carried")
    void messagesGoToAndFro(String transport, String connection) throws Exception {
        exchange(2, transport, () -> whole(connection, 1024, 1, "tcp"));
    }

    /** Ranks, producers, bytes and the mediator. */
    @ParameterizedTest
    @CsvSource({
        "socket, kept, 3, 1, 1, http",
        "socket, kept, 4, 2, 1024, tcp",
        "socket, perMessage, 4, 2, 1024, tcp:store=h2",
        "socket, kept, 5, 4, 100, tcp",
        "socket, perMessage, 5, 1, 100, tcp",
        "nio, kept, 4, 3, 65536, http:store=h2",
        "socket, perMessage, 2, 1, 4194304, tcp",
        "nio, kept, 3, 1, 4194304, tcp",
        "jms:broker=embedded, kept, 2, 1, 4194304, tcp",
        "jms:broker=embedded, kept, 4, 1, 1024, tcp",
        "jms:broker=embedded, kept, 4, 2, 1, tcp"
    })
    void severalProduceAndSubscribe(
            String transport, String connection, int ranks, int producers, int bytes, String mediator)
            throws Exception {
        exchange(ranks, transport, () -> whole(connection, bytes, producers, mediator));
    }

    /** Ranks, producers, bytes and the mediators, which are processes, as some brokers are. */
    @ParameterizedTest
    @CsvSource({
        "socket, perMessage, 2, 1, 1024, tcp",
        "socket, kept, 5, 2, 1, http:store=h2",
        "socket, kept, 2, 1, 4194304, tcp",
        "nio, kept, 3, 1, 65536, tcp",
        "nio, perMessage, 4, 2, 1024, http",
        "shm:wait=yield, kept, 2, 1, 1024, tcp",
        "jms, kept, 2, 1, 1024, tcp",
        "jms:broker=embedded, kept, 2, 1, 4194304, tcp",
        "jms:broker=embedded, kept, 4, 1, 1, tcp",
        "jms:broker=embedded, kept, 5, 2, 65536, tcp"
    })
    void producersAndSubscribersAreAtTwoSites(
            String transport, String connection, int ranks, int producers, int bytes, String mediator)
            throws Exception {
        exchange(ranks, transport, () -> wan(connection, bytes, producers, mediator));
    }

    @ParameterizedTest
    @CsvSource({
        "socket, kept, lan",
        "socket, perMessage, lan",
        "socket, kept, wan",
        "nio, perMessage, wan",
        "jms:broker=embedded, kept, lan",
        "jms:broker=embedded, kept, wan"
    })
    void overALink(String transport, String connection, String network) throws Exception {
        exchange(2, States.peers(transport, "1gbit"), () -> {
            PublishSubscribeBenchmark benchmark = whole(connection, 65536, 1, "tcp");
            benchmark.network = network;
            return benchmark;
        });
    }

    @ParameterizedTest
    @CsvSource({"socket, 2", "socket, 4", "nio, 3", "shm:wait=yield, 2"})
    void theStepsExchangeTheSame(String transport, int ranks) throws Exception {
        for (int bytes : new int[] {1, 65536}) {
            for (Make step : List.<Make>of(
                    BarePublishBenchmark::new,
                    PublishWithBuffersBenchmark::new,
                    PublishWithMarshallingBenchmark::new,
                    () -> {
                        PublishWithConnectionsBenchmark benchmark = new PublishWithConnectionsBenchmark();
                        benchmark.connection = "perMessage";
                        return benchmark;
                    })) {
                exchange(ranks, transport, () -> {
                    PublishBenchmark benchmark = step.benchmark();
                    benchmark.bytes = bytes;
                    return benchmark;
                });
            }
        }
    }

    @Test
    void whoHasSeenNothingFailsItsSelfCheck() throws Exception {
        Peers peers = States.peers("nio");
        Collection<Exception> failures = ThreadRanks.failures(2, rank -> {
            PublishBenchmark benchmark = whole("kept", 1024, 1, "tcp");
            benchmark.open(rank, peers);
            benchmark.fill(rank);
            try {
                benchmark.check(rank);
            } finally {
                benchmark.close(rank, peers);
            }
        });
        assertThat(failures)
                .extracting(Throwable::getMessage)
                .containsExactlyInAnyOrder("rank 0 has seen no message", "rank 1 has seen no message");
    }

    @Test
    void nobodyIsLeftToSubscribe() throws Exception {
        Peers peers = States.peers("nio");
        assertThat(ThreadRanks.failures(2, rank -> whole("kept", 1024, 2, "tcp").open(rank, peers)))
                .hasSize(2)
                .allSatisfy(e -> assertThat(e)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("producers=2 leaves nobody to subscribe: take --ranks 3 or more, not 2"));
    }

    /** A subscriber that is gone would be waited for in vain: its producer is told its name. */
    @Test
    void aSubscriberThatIsGoneEndsTheExchange() throws Exception {
        Peers peers = States.peers("nio");
        ThreadRanks.run(2, rank -> {
            Exchange<Message> exchange = new Exchange<>(
                    rank,
                    peers,
                    new Message.Marshalled(100, true),
                    100,
                    new Exchange.Plan(1, new Direct.Way(true, true), "tcp", false));
            exchange.pingPong();
            if (rank.rank() == 1) {
                exchange.leave();
            }
            rank.exchange("");
            if (rank.rank() == 0) {
                assertThatThrownBy(exchange::pingPong)
                        .isInstanceOf(IOException.class)
                        .hasMessageMatching("the subscriber of ping at tcp:\\S+ is lost: .+");
            }
            exchange.close(rank, peers);
        });
    }

    /** Who waits for an answer would do so for ever. */
    @ParameterizedTest
    @CsvSource({"0", "1"})
    void aMediatorOfAWanThatIsGoneEndsTheExchange(int site) throws Exception {
        Peers peers = States.peers("nio");
        Set<ProcessHandle> before = children();
        Collection<Exception> failures = ThreadRanks.failures(2, rank -> {
            PublishSubscribeBenchmark benchmark = wan("kept", 100, 1, "tcp");
            benchmark.open(rank, peers);
            benchmark.startTogether(rank);
            if (rank.rank() == 0) {
                // Started one after the other.
                List<ProcessHandle> mediators = children().stream()
                        .filter(child -> !before.contains(child))
                        .sorted(Comparator.comparing(
                                child -> child.info().startInstant().orElseThrow()))
                        .toList();
                assertThat(mediators).hasSize(2);
                mediators.get(site).destroyForcibly();
                assertThatThrownBy(() -> {
                            while (true) {
                                benchmark.pingPong(new OpTimes());
                            }
                        })
                        .isInstanceOf(IOException.class)
                        .hasMessageMatching("the mediator of site [01] at tcp:\\S+ (has ended|takes no messages).*");
            }
            benchmark.close(rank, peers);
        });
        // Its clients ask it for the last time.
        assertThat(failures)
                .isNotEmpty()
                .allSatisfy(e -> assertThat(e).hasMessageMatching("the mediator at tcp:\\S+ does not answer: .*"));
        assertThat(before).containsAll(children());
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    @Test
    void whatDoesNotGoTogetherIsSaid() {
        assertThat(reason("communicator", "kept")).contains("one endpoint of a communicator");
        assertThat(reason("mqtt", "kept")).contains("transport mqtt goes through a broker, and has no topics");
        assertThat(reason("jms", "perMessage")).contains("connections to a broker are kept");
        assertThat(reason("socket-open-close", "perMessage")).contains("for each message by itself");
        assertThat(new Published().obstacle(params("socket", "kept"), 2))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.remedy()).contains("--threads 1"));
        assertThat(new Published().obstacle(params("jms", "kept"), 1)).isEmpty();
        assertThat(new Published.Step().obstacle(params("jms", "kept"), 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).contains("buffers of its own"));
        assertThat(new Published.Connections().obstacle(params("socket", "kept"), 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.remedy()).contains("BarePublishBenchmark"));
        assertThat(new Published.Connections().obstacle(params("socket", "perMessage"), 1))
                .isEmpty();
        Map<String, String> wan = params("inproc", "kept");
        wan.put("network", "wan");
        assertThat(new Published().obstacle(wan, 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).contains("has no PROCESSES"));
        wan.put("transport", "socket");
        assertThat(new Published().obstacle(wan, 1)).isEmpty();
        assertThat(new Published.Step().obstacle(wan, 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.remedy()).isEqualTo("take network=lan"));
        for (Map.Entry<String, String> wrong : Map.of(
                        "producers", "5", "mediator", "irc", "connection", "often", "network", "man")
                .entrySet()) {
            Map<String, String> params = params("socket", "kept");
            params.put(wrong.getKey(), wrong.getValue());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Published().obstacle(params, 1))
                    .withMessageContaining("'" + wrong.getValue() + "'");
        }
    }

    private static String reason(String transport, String connection) {
        return new Published()
                .obstacle(params(transport, connection), 1)
                .orElseThrow()
                .reason();
    }

    /** The report takes a ping-pong apart by these names, and what keeps no thread busy says so. */
    @Test
    void theReportKnowsTheLadder() throws ReflectiveOperationException {
        Map<String, Integer> threads = new TreeMap<>();
        for (Class<?> type : List.of(
                BarePublishBenchmark.class,
                PublishWithBuffersBenchmark.class,
                PublishWithConnectionsBenchmark.class,
                PublishWithMarshallingBenchmark.class,
                PublishSubscribeBenchmark.class)) {
            Reported reported =
                    type.getMethod("pingPong", Rank.class, OpTimes.class).getAnnotation(Reported.class);
            assertThat(reported.section()).isEqualTo("pubsub");
            CombinationRule rule = type.getAnnotation(Combinations.class)
                    .value()
                    .getConstructor()
                    .newInstance();
            threads.put(reported.stage(), rule.ownThreads(params("socket", "perMessage")));
        }
        assertThat(threads)
                .isEqualTo(
                        Map.of("base", 0, "plus-buffers", 1, "plus-connections", 0, "plus-marshalling", 0, "whole", 1));
    }
}
