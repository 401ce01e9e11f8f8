package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Capability;
import java.util.EnumSet;
import java.util.Set;

/**
 * One promise of a transport.
 *
 * @param name which promise, in a few words
 * @param needs the capabilities without which it cannot be kept
 * @param check whether it is kept
 * @param isBasic whether nothing works without it
 */
public record Clause(String name, Set<Capability> needs, Check check, boolean isBasic) {
    public Clause {
        needs = Set.copyOf(needs);
    }

    /** The code of a clause. */
    @FunctionalInterface
    public interface Check {
        /**
         * Checks the promise.
         *
         * @param stage with the transport, and peers for this clause alone
         * @throws Exception if it is broken; also any {@link Error}
         */
        void run(Stage stage) throws Exception;
    }

    static Clause of(String name, Check check, Capability... needs) {
        Set<Capability> all = EnumSet.noneOf(Capability.class);
        all.addAll(Set.of(needs));
        return new Clause(name, all, check, false);
    }

    static Clause basic(String name, Check check) {
        return new Clause(name, Set.of(), check, true);
    }

    @Override
    public String toString() {
        return name;
    }
}
