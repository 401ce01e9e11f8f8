package dev.lockstep.pattern.consensus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.ThreadRanks;
import dev.lockstep.pattern.States;
import dev.lockstep.transport.benchmarks.Peers;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rounds of each threading, connection and transport that go together, between roles that are threads. */
@Timeout(120)
class RoundTest {
    private static final int ROUNDS = 5;

    private static Map<String, String> params(String transport, String threading, String connection, String codec) {
        return Map.of(
                "comm", "local",
                "transport", transport,
                "threading", threading,
                "connection", connection,
                "codec", codec);
    }

    static Stream<Arguments> carried() {
        return States.TRANSPORTS.stream()
                .flatMap(transport -> Stream.of(Threading.values())
                        .flatMap(threading -> Stream.of("kept", "perMessage")
                                .map(connection -> Arguments.of(transport, threading.toString(), connection))))
                .filter(some -> new Consensus()
                        .obstacle(
                                params(
                                        (String) some.get()[0],
                                        (String) some.get()[1],
                                        (String) some.get()[2],
                                        "json-string"),
                                1)
                        .isEmpty());
    }

    private static ConsensusRoundBenchmark round(String threading, String connection, String codec) {
        ConsensusRoundBenchmark benchmark = new ConsensusRoundBenchmark();
        benchmark.threading = threading;
        benchmark.connection = connection;
        benchmark.codec = codec;
        return benchmark;
    }

    @Test
    void mostCombinationsCanRun() {
        assertThat(carried()).hasSizeGreaterThan(Work.hasVirtual() ? 35 : 25);
    }

    @ParameterizedTest
    @MethodSource("carried")
    void allRolesAreAskedAndAnswer(String transport, String threading, String connection) throws Exception {
        for (int roles : new int[] {1, 3}) {
            rounds(roles, transport, round(threading, connection, "json-string"));
        }
    }

    /** The paper's most. */
    @Test
    void tenRoles() throws Exception {
        rounds(10, "socket", round("perMessage", "perMessage", "json-string"));
        rounds(10, "nio", round("pool", "kept", "kryo"));
    }

    private static void rounds(int roles, String transport, ConsensusRoundBenchmark params) throws Exception {
        Peers peers = States.peers(transport);
        ThreadRanks.run(roles, rank -> {
            ConsensusRoundBenchmark benchmark = round(params.threading, params.connection, params.codec);
            Role<?> role = benchmark.role(rank, peers);
            for (int iteration = 0; iteration < 2; iteration++) {
                role.begin(ROUNDS);
                for (int i = 0; i < ROUNDS; i++) {
                    role.round(new OpTimes());
                }
                if (rank.rank() == 0) {
                    Histogram pings = role.takePointToPoint();
                    assertThat(pings.getTotalCount()).isEqualTo((long) ROUNDS * roles);
                    long rounds = role.takeRoundNanos();
                    assertThat(rounds).isGreaterThanOrEqualTo((long) (pings.getMinNonZeroValue() * 0.99));
                    assertThat(role.takeRoundNanos()).isZero();
                }
            }
            assertThat(role.done()).isEqualTo(2 * ROUNDS);
            role.close(rank, peers);
        });
    }

    @Test
    void aRoundThatNobodySawFailsItsSelfCheck() throws Exception {
        Peers peers = States.peers("nio");
        Collection<Exception> failures = ThreadRanks.failures(2, rank -> {
            ConsensusRoundBenchmark benchmark = round("pool", "kept", "json-string");
            benchmark.open(rank, peers);
            try {
                benchmark.check(rank);
            } finally {
                benchmark.close(rank, peers);
            }
        });
        assertThat(failures)
                .extracting(Throwable::getMessage)
                .containsExactlyInAnyOrder("rank 0 has seen no round", "rank 1 has seen no round");
    }

    @Test
    void moreRolesThanAMessageCanNameAreRefused() throws Exception {
        Peers peers = States.peers("nio");
        assertThat(ThreadRanks.failures(
                        11, rank -> round("eventLoop", "kept", "json-string").open(rank, peers)))
                .hasSize(11)
                .allSatisfy(e -> assertThat(e).hasMessageContaining("take --ranks 10 at most, not 11"));
    }

    @Test
    void whatDoesNotGoTogetherIsSaid() {
        assertThat(obstacle("communicator", "perMessage", "kept", "json-string"))
                .contains("no DUPLEX");
        assertThat(obstacle("communicator", "eventLoop", "perMessage", "json-string"))
                .contains("connected already");
        assertThat(obstacle("shm", "pool", "perMessage", "json-string")).contains("no THREADS");
        assertThat(obstacle("socket-open-close", "perMessage", "perMessage", "json-string"))
                .contains("for each message by itself");
        assertThat(obstacle("socket", "eventLoop", "kept", "empty")).contains("carries nothing");
        assertThat(new Consensus().obstacle(params("socket", "eventLoop", "kept", "kryo"), 2))
                .hasValueSatisfying(obstacle -> assertThat(obstacle.remedy()).contains("--threads 1"));
    }

    private static String obstacle(String transport, String threading, String connection, String codec) {
        return new Consensus()
                .obstacle(params(transport, threading, connection, codec), 1)
                .orElseThrow()
                .reason();
    }

    /** A pong that comes twice, or too late, is no answer. */
    @Test
    void answersThatNobodyWaitsForAreNoticed() {
        Round round = new Round(2, new Times(Threading.EVENT_LOOP));
        OpTimes distribution = new OpTimes();
        assertThat(round.begin(distribution)).isOne();
        round.asks(0);
        round.asks(1);
        assertThat(round.answers(1, 1)).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(() -> round.answers(1, 1))
                .withMessage("role 1 has answered round 1 twice");
        assertThat(round.answers(0, 1)).isTrue();
        assertThat(round.begin(distribution)).isEqualTo(2);
        assertThatIllegalStateException()
                .isThrownBy(() -> round.answers(0, 1))
                .withMessage("role 0 has answered round 1, and asked was round 2");
    }

    /** The report takes a round apart by these names. */
    @Test
    void theReportKnowsTheLadder() {
        Stream<Class<?>> all = Stream.of(
                BareExchangeBenchmark.class,
                WithConnectionsBenchmark.class,
                WithMarshallingBenchmark.class,
                WithThreadsBenchmark.class,
                ConsensusRoundBenchmark.class);
        assertThat(all.flatMap(type -> Stream.of(type.getDeclaredMethods()))
                        .flatMap(method -> Stream.of(method.getAnnotationsByType(Reported.class))))
                .allSatisfy(reported -> assertThat(reported.section()).isEqualTo("consensus"))
                .extracting(Reported::stage)
                .containsExactly("base", "plus-connections", "plus-marshalling", "plus-threads", "whole");
    }
}
