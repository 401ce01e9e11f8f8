package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The whole contract. */
public final class Clauses {
    private Clauses() {}

    /**
     * Every clause about what a communicator has, in the order in which they are best read.
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
                        CompletionClauses.all(),
                        SynchronousClauses.all(),
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
     * @return clauses with distinct names
     */
    public static List<Clause> of(Map<Capability, String> unsupported) {
        return Stream.concat(
                        all().stream()
                                .filter(clause -> clause.lacking(unsupported).isEmpty()),
                        RefusalClauses.of(unsupported).stream())
                .toList();
    }

    /**
     * The clauses that the contract of a provider leaves out.
     *
     * @param unsupported what it lacks, with reasons
     * @return by the clause's name, what is lacking for it and why
     */
    public static Map<String, String> leftOut(Map<Capability, String> unsupported) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Clause clause : all()) {
            clause.lacking(unsupported).ifPresent(reason -> reasons.put(clause.name(), reason));
        }
        return reasons;
    }
}
