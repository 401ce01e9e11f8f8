package dev.lockstep.codec.testkit;

/**
 * One promise of a provider or of its codec for one type.
 *
 * @param name which promise, in a few words
 * @param check whether it is kept
 */
public record Clause(String name, Check check) {

    /** Looks whether a promise is kept. */
    @FunctionalInterface
    public interface Check {
        /**
         * Looks.
         *
         * @throws Exception if the promise is broken; also any {@link Error}
         */
        void run() throws Exception;
    }

    @Override
    public String toString() {
        return name;
    }
}
