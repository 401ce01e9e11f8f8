package dev.lockstep.comm.testkit;

import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Clauses that hold for a collective and for its non-blocking form alike, with buffers of all kinds and sizes. */
final class Forms {
    /** Of a block; the last is longer than any eager limit. */
    private static final int[] SIZES = {0, 1, 100, 70_001};

    private Forms() {}

    /** What a rank does to see whether one form of a collective keeps its promise. */
    interface Check {
        void run(Communicator comm, Collectives by, Framed kind, int size);
    }

    /** The name of a clause about the non-blocking form. */
    static String started(String name) {
        return "i" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** A clause about each form. */
    static List<Clause> both(String name, Check check, Capability... needs) {
        return List.of(new Clause(name, comm -> all(comm, comm, check), needs), started(name, check, needs));
    }

    /** A clause about the non-blocking form only. */
    static Clause started(String name, Check check, Capability... needs) {
        Set<Capability> all = EnumSet.of(NON_BLOCKING_COLLECTIVES, needs);
        return new Clause(started(name), all, comm -> all(comm, new Started(comm), check));
    }

    private static void all(Communicator comm, Collectives by, Check check) {
        for (Framed kind : Framed.ALL) {
            for (int size : SIZES) {
                check.run(comm, by, kind, size);
            }
        }
    }
}
