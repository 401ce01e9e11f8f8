package dev.lockstep.comm;

/**
 * A non-blocking operation under way. It is completed exactly once, by {@link #await(Status)} or a
 * {@link #test(Status)} that answers true, on the thread that owns the communicator; from then on it belongs to the
 * communicator again, which may hand the same object out for a later operation.
 */
public interface Request {

    /**
     * Waits until the operation is complete (MPI_Wait).
     *
     * @param status of a receive is told source, tag and bytes; {@code null} if they do not matter; untouched by a send
     * @throws MessageTruncatedException if the message was longer than the buffer
     */
    void await(Status status);

    /** Waits until the operation is complete, without a status. */
    default void await() {
        await(null);
    }

    /**
     * Asks whether the operation is complete, and makes progress (MPI_Test).
     *
     * @param status as for {@link #await(Status)}, filled if the answer is true
     * @return true if the operation is complete
     * @throws MessageTruncatedException if the message was longer than the buffer
     */
    boolean test(Status status);

    /** Asks whether the operation is complete, without a status. */
    default boolean test() {
        return test(null);
    }
}
