package dev.lockstep.comm.testkit;

import java.util.List;
import java.util.stream.Stream;

/** The whole contract. */
public final class Clauses {
    private Clauses() {}

    /**
     * Every clause, in the order in which they are best read.
     *
     * @return clauses with distinct names
     */
    public static List<Clause> all() {
        return Stream.of(
                        PlaceClauses.all(),
                        BufferClauses.all(),
                        MatchingClauses.all(),
                        TruncationClauses.all(),
                        NonBlockingClauses.all(),
                        CollectiveClauses.all(),
                        ReductionClauses.all(),
                        LifeClauses.all(),
                        ArgumentClauses.all())
                .flatMap(List::stream)
                .toList();
    }
}
