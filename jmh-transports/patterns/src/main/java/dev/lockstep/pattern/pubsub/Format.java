package dev.lockstep.pattern.pubsub;

import java.nio.ByteBuffer;

/**
 * What messages are, and how they become bytes. Threads may share it.
 *
 * @param <M> a message
 */
interface Format<M> {
    /** What a message does not say. */
    int UNKNOWN = -1;

    /** The bytes of a message as it is sent, at most. */
    int largest();

    /** A message with a body: position to limit of memory that stays as it is until the message is sent. */
    M message(String topic, int publisher, long number, ByteBuffer body);

    /** The bytes of a message, position to limit, which nobody changes before they are sent. */
    ByteBuffer write(M message);

    /**
     * The message between position and limit.
     *
     * @throws IllegalStateException if there is none
     */
    M read(ByteBuffer in);

    /** The number of who has published it, or {@link #UNKNOWN}. */
    int publisher(M message);

    /** The number that its publisher has given it, or {@link #UNKNOWN}. */
    long number(M message);

    /** Its body, position to limit. */
    ByteBuffer body(M message);
}
