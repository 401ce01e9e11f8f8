package dev.lockstep.codec.testkit;

/**
 * One promise of a provider or of its codec for one type.
 *
 * @param name which promise, in a few words
 * @param check whether it is kept
 */
public record Clause(String name, Check check) {

    /** The code of a clause. */
    @FunctionalInterface
    public interface Check {
        /**
         * Checks the promise.
         *
         * @throws Exception if it is broken; also any {@link Error}
         */
        void run() throws Exception;
    }

    @Override
    public String toString() {
        return name;
    }
}
