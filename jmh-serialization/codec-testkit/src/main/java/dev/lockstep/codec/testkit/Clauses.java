package dev.lockstep.codec.testkit;

import dev.lockstep.codec.CodecProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The clauses of the whole contract. */
public final class Clauses {
    private Clauses() {}

    /**
     * One clause for each promise and type of an available provider; for a type that it does not claim, that it is
     * refused.
     */
    public static List<Clause> of(CodecProvider provider) {
        List<Clause> all = new ArrayList<>(DeclarationClauses.of(provider));
        for (Family<?> family : Families.all()) {
            Optional<String> unclaimed = provider.unclaimed(family.type());
            if (unclaimed.isPresent()) {
                all.add(DeclarationClauses.refused(provider, family, unclaimed.get()));
            } else {
                all.addAll(of(new Subject<>(provider, family)));
            }
        }
        all.addAll(EvolutionClauses.of(provider));
        return all;
    }

    private static <T> List<Clause> of(Subject<T> subject) {
        List<Clause> all = new ArrayList<>();
        all.addAll(RoundTripClauses.of(subject));
        all.addAll(BufferClauses.of(subject));
        all.addAll(NullClauses.of(subject));
        all.addAll(BadInputClauses.of(subject));
        all.addAll(ReuseClauses.of(subject));
        all.addAll(GraphClauses.of(subject));
        return all;
    }
}
