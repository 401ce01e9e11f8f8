package dev.lockstep.comm.support;

/** The operations under way of one rank on a communicator. They move inside its calls alone. */
public interface Progress {

    /**
     * Begins an operation of the calling thread.
     *
     * @throws IllegalStateException if the communicator is closed
     */
    void enter();

    /**
     * As {@link #enter}, without beginning anything.
     *
     * @throws IllegalStateException if the communicator is closed
     */
    void checkOpen();

    /** Returns when a request is complete. */
    void await(PooledRequest request);

    /** Makes progress, unless a request is complete; whether it is then. */
    boolean test(PooledRequest request);
}
