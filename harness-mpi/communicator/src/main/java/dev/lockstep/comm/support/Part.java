package dev.lockstep.comm.support;

/** One message of a collective, as its sender or its receiver has it under way. */
public interface Part {

    /** Whether it has arrived, or left. */
    boolean isDone();

    /**
     * Gives it back to its pool.
     *
     * @return the message's length in bytes, which may exceed the room for it
     */
    int end();
}
