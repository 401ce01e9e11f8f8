package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One promise of {@link Communicator}.
 *
 * @param name which promise, in a few words
 * @param needs what a communicator must have to be checked
 * @param check runs on every rank, with any number of ranks
 */
public record Clause(String name, Set<Capability> needs, Check check) {

    public Clause {
        needs = Set.copyOf(needs);
    }

    /** The same with the needs last, for lists of clauses. */
    public Clause(String name, Check check, Capability... needs) {
        this(name, Set.of(needs), check);
    }

    /**
     * The reasons why this clause cannot be checked, in order of the capabilities; empty if nothing that it needs is
     * lacking.
     *
     * @param unsupported what is lacking, with reasons
     */
    public Optional<String> lacking(Map<Capability, String> unsupported) {
        return needs.stream()
                .filter(unsupported::containsKey)
                .sorted()
                .map(capability -> capability + ": " + unsupported.get(capability))
                .reduce((a, b) -> a + "; " + b);
    }

    /** The code of a clause, which every rank runs. */
    @FunctionalInterface
    public interface Check {
        /**
         * Runs on one rank.
         *
         * @param comm of the calling thread, with nothing under way; left open
         * @throws Exception if the promise is broken; also any {@link Error}
         */
        void run(Communicator comm) throws Exception;
    }

    @Override
    public String toString() {
        return name;
    }
}
