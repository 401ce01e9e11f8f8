package dev.lockstep.comm.testkit;

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

    /** Copies the set. */
    public Clause {
        needs = Set.copyOf(needs);
    }

    /**
     * For lists of clauses.
     *
     * @param name which promise, in a few words
     * @param check runs on every rank, with any number of ranks
     * @param needs what a communicator must have to be checked
     */
    public Clause(String name, Check check, Capability... needs) {
        this(name, Set.of(needs), check);
    }

    /**
     * Why this clause cannot be checked, if so.
     *
     * @param unsupported what is lacking, with reasons
     * @return the reasons, in order of the capabilities; empty if nothing is lacking that the clause needs
     */
    public Optional<String> lacking(Map<Capability, String> unsupported) {
        return needs.stream()
                .filter(unsupported::containsKey)
                .sorted()
                .map(capability -> capability + ": " + unsupported.get(capability))
                .reduce((a, b) -> a + "; " + b);
    }

    /** What a rank does to see whether the promise is kept. */
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
