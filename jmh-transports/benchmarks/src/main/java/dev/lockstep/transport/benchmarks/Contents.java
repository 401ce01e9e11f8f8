package dev.lockstep.transport.benchmarks;

import java.nio.ByteBuffer;

/** Message contents that tell who sent them. */
public final class Contents {
    /** Prime, so that contents shifted by a power of two are seen. */
    private static final int PERIOD = 251;

    private Contents() {}

    /** Fills a message as {@code rank} sends it. */
    public static void put(ByteBuffer message, int rank) {
        for (int i = 0; i < message.remaining(); i++) {
            message.put(message.position() + i, expected(i, rank));
        }
    }

    /** Fills a message with bytes that all differ from what {@code rank} sends. */
    static void putNone(ByteBuffer message, int rank) {
        for (int i = 0; i < message.remaining(); i++) {
            message.put(message.position() + i, (byte) ~expected(i, rank));
        }
    }

    /**
     * Requires what {@code rank} sends.
     *
     * @throws IllegalStateException if one byte differs
     */
    public static void require(ByteBuffer message, int rank) {
        require(message, rank, "rank " + rank);
    }

    /**
     * Requires what {@code sender} sends.
     *
     * @param sender any number, as given to {@link #put}
     * @param name of the sender, for people
     * @throws IllegalStateException if one byte differs
     */
    static void require(ByteBuffer message, int sender, String name) {
        for (int i = 0; i < message.remaining(); i++) {
            byte found = message.get(message.position() + i);
            if (found != expected(i, sender)) {
                throw new IllegalStateException("byte " + i + " of " + message.remaining() + " from " + name
                        + " should be " + expected(i, sender) + " and is " + found);
            }
        }
    }

    /**
     * Requires the length that was sent.
     *
     * @param received what the last call said; -1 if there was none
     * @throws IllegalStateException if it is another
     */
    public static void requireLength(int sent, int received) {
        if (received != sent) {
            throw new IllegalStateException("a message of " + sent + " bytes was received as " + received + " bytes");
        }
    }

    private static byte expected(int i, int rank) {
        return (byte) ((i + 37 * rank + 1) % PERIOD);
    }
}
