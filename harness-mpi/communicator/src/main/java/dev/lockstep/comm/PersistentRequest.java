package dev.lockstep.comm;

/**
 * An operation that can be started again and again. Each start is completed once, as any {@link Request}; between
 * completion and the next start the request is inactive, and awaiting or testing it is an {@link IllegalStateException}.
 */
public interface PersistentRequest extends Request, AutoCloseable {

    /**
     * Starts the operation (MPI_Start).
     *
     * @throws IllegalStateException if it is active, or was closed, or its communicator was
     */
    void start();

    /** Whether it was started and not yet completed. */
    boolean isActive();

    /**
     * Gives the request up (MPI_Request_free). Closing twice does nothing.
     *
     * @throws IllegalStateException if it is active
     */
    @Override
    void close();

    /**
     * Starts several operations, in order (MPI_Startall).
     *
     * @param requests none of them active
     */
    static void startAll(PersistentRequest[] requests) {
        for (PersistentRequest request : requests) {
            request.start();
        }
    }
}
