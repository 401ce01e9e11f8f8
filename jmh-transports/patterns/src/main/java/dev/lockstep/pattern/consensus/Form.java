package dev.lockstep.pattern.consensus;

import java.nio.ByteBuffer;

/**
 * What messages are, and how they become bytes; of one thread at a time.
 *
 * @param <M> a message
 */
interface Form<M> {
    /** The bytes of a message, at most. */
    int largest();

    /** Asks a role; good until this is called again. */
    M ping(int role, long round);

    /** The answer, which quotes the ping's time and number; the ping is used up. */
    M pong(M ping);

    /** Writes a message from the buffer's position on. */
    void write(M message, ByteBuffer out);

    /**
     * Reads what is between position and limit.
     *
     * @return a message that may be part of these bytes
     * @throws IllegalStateException if any of its contents is not as it was sent
     */
    M read(ByteBuffer in);

    /** Which role is asked, or answers. */
    int role(M message);

    /** The number of the round. */
    long round(M message);

    /** Whether it is an answer. */
    boolean isPong(M message);
}
