package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Capability;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The clauses of the whole contract. */
public final class Clauses {
    private Clauses() {}

    /** Every clause about what a communicator has, with distinct names, in the order in which they are best read. */
    public static List<Clause> all() {
        return Stream.of(
                        PlaceClauses.all(),
                        BufferClauses.all(),
                        MatchingClauses.all(),
                        TruncationClauses.all(),
                        NonBlockingClauses.all(),
                        CompletionClauses.all(),
                        ProbeClauses.all(),
                        PersistentClauses.all(),
                        CollectiveClauses.all(),
                        GatherClauses.all(),
                        ScatterClauses.all(),
                        AllToAllClauses.all(),
                        ReductionClauses.all(),
                        ReduceScatterClauses.all(),
                        OutstandingClauses.all(),
                        SplitClauses.all(),
                        LifeClauses.all(),
                        ArgumentClauses.all(),
                        CollectiveArgumentClauses.all())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * The contract of a provider: the clauses about what it has, and one for each thing that it declares it lacks.
     *
     * @param unsupported what it lacks, with reasons
     */
    public static List<Clause> of(Map<Capability, String> unsupported) {
        return Stream.concat(
                        all().stream()
                                .filter(clause -> clause.lacking(unsupported).isEmpty()),
                        RefusalClauses.of(unsupported).stream())
                .toList();
    }

    /**
     * The clauses that a provider's contract leaves out: by the clause's name, what is lacking for it and why.
     *
     * @param unsupported what it lacks, with reasons
     */
    public static Map<String, String> leftOut(Map<Capability, String> unsupported) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Clause clause : all()) {
            clause.lacking(unsupported).ifPresent(reason -> reasons.put(clause.name(), reason));
        }
        return reasons;
    }
}
