package dev.lockstep.comm.support;

import java.nio.ByteBuffer;

/** The messages of a communicator's collectives, which no receive of its users meets. */
public interface Parts {

    /**
     * Begins to send.
     *
     * @param buffer that has the message, and is left alone until the part is done
     * @param at its index
     * @param length in bytes
     * @param to another rank
     * @param tag the number of the collective, one of 256 that come round
     * @return null if that has ended at once
     */
    Part send(ByteBuffer buffer, int at, int length, int to, int tag);

    /**
     * Begins to receive.
     *
     * @param buffer where the message goes
     * @param at the index
     * @param length the room for it, in bytes
     * @param from another rank
     * @param tag the number of the collective
     */
    Part receive(ByteBuffer buffer, int at, int length, int from, int tag);
}
