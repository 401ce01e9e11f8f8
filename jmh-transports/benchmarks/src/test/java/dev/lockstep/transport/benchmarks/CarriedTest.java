package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.transport.Transports;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarriedTest {
    private static Map<String, String> params(String transport, String comm) {
        return Map.of("transport", transport, "comm", comm);
    }

    @ParameterizedTest
    @CsvSource({
        "socket, none",
        "socket, local",
        "shm:wait=park, openmpi",
        "inproc, local",
        "communicator, local",
        "communicator, ffm"
    })
    void transportsGoWithRanksThatTheyReach(String transport, String comm) {
        assertThat(new Carried().obstacle(params(transport, comm), 1)).isEmpty();
    }

    @Test
    void oneOfThreadsDoesNotGoBetweenProcesses() {
        assertThat(new Carried().obstacle(params("inproc", "none"), 1)).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.reason())
                    .isEqualTo("transport inproc does not go between processes: its memory is that of one JVM");
            assertThat(obstacle.remedy()).contains("--comm local");
        });
        assertThat(new Carried().obstacle(params("inproc:wait=yield", "openmpi"), 1))
                .isPresent();
    }

    @Test
    void aServersOneThreadHasOneCommunicator() {
        Map<String, String> communicator = Map.of("transport", "communicator", "comm", "local");
        assertThat(new Carried.Serving().obstacle(communicator, 1)).isEmpty();
        assertThat(new Carried.Serving().obstacle(communicator, 2))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.remedy()).contains("more --ranks"));
        assertThat(new Carried.Serving().obstacle(Map.of("transport", "socket", "comm", "local"), 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).contains("has no MANY_SENDERS"));
    }

    @ParameterizedTest
    @CsvSource({
        "shm, blocking, spinning, shared memory",
        "shm:wait=park, blocking, sleeping between looks, shared memory",
        "shm, poll, '', shared memory",
        "nio, blocking, sleeping, 'a TCP connection, NIO'",
        "communicator, blocking, '', the run's communicator"
    })
    void aRowSaysHowItWaitsAndWhatItGoesOver(String transport, String receive, String how, String medium) {
        Map<String, String> params = Map.of("transport", transport, "comm", "local", "receive", receive);
        assertThat(new Carried().how(params).orElse("")).isEqualTo(how);
        assertThat(new Carried().medium(params)).contains(medium);
    }

    @Test
    void largeMessagesThatPassEachOtherAreOfferedAndPolledInTurn() {
        Map<String, String> small = Map.of("transport", "nio", "comm", "local", "bytes", "1024");
        Map<String, String> large = Map.of("transport", "nio", "comm", "local", "bytes", "1025");
        assertThat(new Carried.Sharing().how(small)).contains("sleeping");
        assertThat(new Carried.Sharing().how(large)).contains("offers and polls in turn");
        assertThat(new Carried().how(large)).contains("sleeping");
    }

    /** One that polls sends as well; a message that waits for its receiver is offered, so that it does not wait itself. */
    @Test
    void aSecondThreadTakesATransportThatTwoMayUse() {
        Map<String, String> blocking = Map.of("transport", "communicator", "comm", "local", "receive", "blocking");
        assertThat(new Carried.Beside().obstacle(blocking, 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).contains("has no DUPLEX"));
        for (String transport : List.of("communicator", "socket")) {
            Map<String, String> small =
                    Map.of("transport", transport, "comm", "local", "receive", "poll", "bytes", "1024");
            assertThat(new Carried.Beside().obstacle(small, 1)).isEmpty();
        }
        Map<String, String> large = Map.of("transport", "socket", "comm", "local", "receive", "poll", "bytes", "1025");
        assertThat(new Carried.Beside().obstacle(large, 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).contains("has no OFFER"));
        assertThat(new Carried.BothWays()
                        .obstacle(Map.of("transport", "communicator", "comm", "local", "receive", "poll"), 1))
                .isEmpty();
    }

    @Test
    void waysToSendThatATransportLacksAreLeftOut() {
        for (String send : List.of("offer", "claim")) {
            assertThat(new Carried().obstacle(Map.of("transport", "socket", "comm", "none", "send", send), 1))
                    .hasValueSatisfying(obstacle -> assertThat(obstacle.reason())
                            .startsWith("transport socket has no " + send.toUpperCase(Locale.ROOT) + ": "));
            assertThat(new Carried().obstacle(Map.of("transport", "nio", "comm", "none", "send", send), 1))
                    .isEmpty();
        }
    }

    @Test
    void messagesThatAreTooLargeAreLeftOut() {
        Map<String, String> params = Map.of("transport", "inproc", "comm", "local", "bytes", "2000000000");
        assertThat(new Carried().obstacle(params, 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason())
                        .matches("transport inproc carries messages of at most 107374\\d{4} bytes"));
        Map<String, String> smaller = Map.of("transport", "inproc", "comm", "local", "bytes", "1000000000");
        assertThat(new Carried().obstacle(smaller, 1)).isEmpty();
    }

    @Test
    void communicatorsGoWithoutMessagesNowhere() {
        assertThat(new Carried().obstacle(params("communicator", "none"), 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason())
                        .contains("transport communicator has no communicator", "no message passing"));
    }

    @Test
    void threadsShareACommunicatorWhereItsLibraryLetsThem() {
        Map<String, String> shared =
                Map.of("transport", "communicator:threads=many", "comm", "ffm", "connection", "shared");
        assertThat(new Carried.Sharing().obstacle(shared, 4)).isEmpty();
        assertThat(new Carried.Sharing().threadLevel(shared)).hasValue(ThreadLevel.MULTIPLE);
        assertThat(new Carried().threadLevel(params("communicator", "ffm"))).isEmpty();
        assertThat(new Carried().threadLevel(params("nio", "ffm"))).isEmpty();
        assertThat(new Carried()
                        .obstacle(
                                Map.of("transport", "communicator:threads=many", "comm", "local", "receive", "poll"),
                                1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).contains("has no POLL: what a probe"));
        assertThat(new Carried.Sharing()
                        .obstacle(Map.of("transport", "communicator", "comm", "ffm", "connection", "shared"), 4))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason()).contains("THREADS", "threads=many"));
    }

    @Test
    void contentionSharesACommunicatorWhereItsLibraryLetsThreads() {
        CombinationRule rule = new Sharing.Rule();
        Map<String, String> shared = Map.of("connection", "shared", "comm", "local");
        assertThat(rule.obstacle(shared, 1)).isEmpty();
        assertThat(rule.threadLevel(shared)).hasValue(ThreadLevel.MULTIPLE);
        assertThat(rule.threadLevel(Map.of("connection", "own", "comm", "local")))
                .isEmpty();
        assertThat(rule.obstacle(Map.of("connection", "own", "comm", "none"), 2))
                .isEmpty();
        assertThat(rule.obstacle(Map.of("connection", "shared", "comm", "none"), 2))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason())
                        .startsWith("threads do not share a communicator of comm none: comm=none has no message"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.threadLevel(Map.of("connection", "none", "comm", "local")))
                .withMessageContaining("'own' or 'shared', not 'none'");
    }

    @Test
    void valuesThatOptionsCannotHaveAreReasons() {
        assertThat(new Carried().obstacle(params("shm:wait=never", "local"), 1))
                .hasValueSatisfying(
                        obstacle -> assertThat(obstacle.reason()).contains("cannot be used here", "spin, yield, park"));
    }

    @Test
    void unknownOnesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Carried().obstacle(params("pigeon", "local"), 1))
                .withMessageContainingAll("pigeon", "socket-open-close");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Carried().obstacle(params("nio:noDelay=true", "local"), 1))
                .withMessageContaining("no option");
    }

    @Test
    void whatNeedsNothingHasNoRequirements() {
        assertThat(new Carried().requirements(params("shm", "local"))).isEmpty();
    }

    @Test
    void whatABenchmarkTakesAndATransportLacksIsAReason() {
        assertThat(lacking(new Carried.Sharing(), Map.of("connection", "own"))).isEmpty();
        assertThat(lacking(new Carried.Sharing(), Map.of("connection", "shared")))
                .containsExactly("aeron-ipc", "aeron-udp", "communicator", "inproc", "shm");
        assertThat(lacking(new Carried.Sharing(), Map.of("connection", "own", "bytes", "1024")))
                .isEmpty();
        assertThat(lacking(new Carried.Sharing(), Map.of("connection", "own", "bytes", "1025")))
                .containsExactly("grpc", "http", "http2", "socket", "socket-open-close");
        assertThat(lacking(new Carried.BothWays(), Map.of("receive", "blocking")))
                .containsExactly("communicator");
        assertThat(lacking(new Carried.BothWays(), Map.of("receive", "poll")))
                .containsExactly("grpc", "http", "http2", "socket", "socket-open-close");
        assertThat(lacking(new Carried.Replying(), Map.of())).containsExactly("socket-open-close");
        assertThat(lacking(new Carried.Killing(), Map.of())).containsExactly("communicator", "inproc");
        assertThat(new Carried.Replying().obstacle(params("socket-open-close", "none"), 1))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.reason())
                        .isEqualTo(
                                "transport socket-open-close has no REPLY: the connection is closed with its message"));
    }

    @Test
    void whereATransportCannotPollSomethingStandsIn() {
        assertThat(Transports.discover().names().stream()
                        .filter(name -> new Carried()
                                .emulated(ExchangesTest.with(Map.of("receive", "poll"), name))
                                .isPresent()))
                .containsExactly("socket", "socket-open-close");
        assertThat(new Carried().emulated(ExchangesTest.with(Map.of("receive", "poll"), "socket")))
                .hasValueSatisfying(text -> assertThat(text).startsWith("transport socket has no POLL ("));
        assertThat(new Carried().emulated(ExchangesTest.with(Map.of("receive", "blocking"), "socket")))
                .isEmpty();
        assertThat(new Carried().emulated(ExchangesTest.with(Map.of(), "socket")))
                .isEmpty();
    }

    private static List<String> lacking(Carried rule, Map<String, String> params) {
        return Transports.discover().names().stream()
                .filter(name ->
                        rule.obstacle(ExchangesTest.with(params, name), 1).isPresent())
                .toList();
    }
}
