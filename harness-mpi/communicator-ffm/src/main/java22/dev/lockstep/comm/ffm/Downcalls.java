package dev.lockstep.comm.ffm;

/** The common part of every call of the raw layer. */
final class Downcalls {
    private Downcalls() {}

    /**
     * The exception for a downcall, which raises nothing of its own, though the compiler cannot know: it is an error of
     * the JVM.
     */
    static RuntimeException failed(Throwable t) {
        if (t instanceof Error error) {
            throw error;
        }
        return t instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(t);
    }
}
