package dev.lockstep.comm.testkit.clauses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.testkit.ThreadRanks;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract is worth something only if what breaks it is caught, also if it breaks on one rank above 0 only. */
@Execution(ExecutionMode.CONCURRENT)
class ContractRejectsTest {
    /** Some faults show in that a rank waits for ever. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Map<String, UnaryOperator<Communicator>> doubles = BrokenDoubles.all();

    @Test
    void everyClauseHasABrokenDouble() {
        assertThat(doubles.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Clauses.all().stream().map(Clause::name).toList());
    }

    @TestFactory
    Stream<DynamicTest> onEveryRank() {
        return Clauses.all().stream()
                .map(clause ->
                        DynamicTest.dynamicTest(clause.name(), () -> rejects(clause, 2, doubles.get(clause.name()))));
    }

    @TestFactory
    Stream<DynamicTest> onOneRankAboveZero() {
        return Clauses.all().stream()
                .map(clause -> DynamicTest.dynamicTest(clause.name(), () -> {
                    UnaryOperator<Communicator> fault = doubles.get(clause.name());
                    rejects(clause, 3, comm -> comm.rank() == 1 ? fault.apply(comm) : comm);
                }));
    }

    private static void rejects(Clause clause, int ranks, UnaryOperator<Communicator> dressing) {
        Optional<String> failure = new ThreadRanks(new LocalProvider(), LIMIT, dressing).run(clause, ranks);
        assertThat(failure).isPresent();
        assertThat(failure.get()).contains("\"" + clause.name() + "\"").containsPattern("rank[ -]\\d");
    }
}
