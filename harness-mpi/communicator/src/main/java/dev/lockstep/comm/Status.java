package dev.lockstep.comm;

/**
 * The outcome of a receive: filled by the communicator, read and reused by the caller, so that receiving allocates
 * nothing (MPI_Status).
 */
public final class Status {
    private int source;
    private int tag;
    private int bytes;

    /** An empty status. */
    public Status() {
        set(Communicator.ANY_SOURCE, Communicator.ANY_TAG, 0);
    }

    /**
     * Sets what arrived; for implementations of {@link Communicator}.
     *
     * @param source the rank that sent the message
     * @param tag its tag
     * @param bytes its length, in bytes
     */
    public void set(int source, int tag, int bytes) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
    }

    /** The rank that sent the message. */
    public int source() {
        return source;
    }

    /** The tag of the message. */
    public int tag() {
        return tag;
    }

    /** The length of the message in bytes. */
    public int bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return bytes + " bytes from rank " + source + ", tag " + tag;
    }
}
