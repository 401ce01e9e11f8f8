package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;

/**
 * One promise of {@link Communicator}.
 *
 * @param name which promise, in a few words
 * @param check runs on every rank, with any number of ranks
 */
public record Clause(String name, Check check) {

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
