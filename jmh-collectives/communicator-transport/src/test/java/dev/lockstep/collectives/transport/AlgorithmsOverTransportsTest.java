package dev.lockstep.collectives.transport;

import dev.lockstep.collectives.algorithms.AlgorithmClauses;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.testkit.RanksTogether;
import dev.lockstep.comm.testkit.ThreadRanks;
import dev.lockstep.comm.testkit.clauses.Clause;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All algorithms over the messages of transports, between ranks that are threads. */
@Tag("contracts")
class AlgorithmsOverTransportsTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int CALLS = 3_000;

    static Stream<Arguments> worlds() {
        return Stream.of("inproc", "shm", "socket", "netty")
                .flatMap(transport -> Stream.of(2, 3, 4).map(ranks -> Arguments.of(transport, ranks)));
    }

    @ParameterizedTest
    @MethodSource("worlds")
    void everyAlgorithm(String transport, int ranks) {
        CommunicatorProvider provider =
                new RanksTogether(Communicators.discover().require("transport:via=" + transport));
        new ThreadRanks(provider, LIMIT, UnaryOperator.<Communicator>identity())
                .run(
                        new Clause("algorithms", comm -> {
                            AlgorithmClauses.sweep(comm);
                            AlgorithmClauses.mixed(comm, CALLS, ranks);
                        }),
                        ranks)
                .ifPresent(Assertions::fail);
    }
}
