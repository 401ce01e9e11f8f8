package dev.lockstep.comm.testkit.clauses;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract is worth something only if what breaks it is caught, also if it breaks on one rank above 0 only. */
class ContractRejectsTest {
    /** A rank that leaves a barrier too early is waited for, however slow it is. */
    private static final long VERY_LATE_MILLIS = 60_000;

    @TestFactory
    Stream<DynamicTest> everyClauseRejectsADouble() {
        Doubles doubles = new Doubles();
        BrokenGroups.addTo(doubles);
        BrokenMessages.addTo(doubles);
        BrokenCollectives.addTo(doubles);
        Clause barrier = CollectiveClauses.barrier(VERY_LATE_MILLIS);
        List<Clause> clauses = Clauses.all().stream()
                .map(clause -> clause.name().equals(barrier.name()) ? barrier : clause)
                .toList();
        return doubles.tests(clauses);
    }
}
