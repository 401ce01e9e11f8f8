package dev.lockstep.comm.ffm;

/** What every call of the raw layer shares. */
final class Downcalls {
    private Downcalls() {}

    /** A downcall raises nothing of its own, though the compiler cannot know: what comes is an error of the JVM. */
    static RuntimeException failed(Throwable t) {
        if (t instanceof Error error) {
            throw error;
        }
        return t instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(t);
    }
}
