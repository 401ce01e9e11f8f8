package dev.lockstep.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A connection to a peer, to send by. Threads and errors are those of {@link Endpoint}; a message that is larger than
 * the largest is refused by an {@link IllegalArgumentException}, and nothing of it has moved.
 *
 * @implSpec These are clauses of the contract. One byte too many is refused before a byte moves. Buffers of every kind
 *     are sent, their position and limit stay, and they are the caller's again. A refused offer has no effect; what is
 *     claimed is sent by the commit, once, and not before; a claim that there is no room for is null. A request that
 *     nobody answers gives up. With {@link Capability#BACK_PRESSURE} a receiver that stalls makes its sender wait.
 *     Threads may share an outbox. Closing twice is closing once, wakes who sends, and loses nothing that was sent; an
 *     interrupt ends sending, and tears no message: the next one arrives, or sending fails from then on. Sending to an
 *     endpoint that has closed, or to a process that was killed, fails.
 */
public interface Outbox extends AutoCloseable {

    /**
     * Sends a message; waits while the peer has no room for it. When this returns, no other call is needed for it to
     * leave, whoever sends next.
     *
     * @param message position to limit, of any kind of buffer; the caller's again on return
     * @throws IOException if the peer is gone
     */
    void send(ByteBuffer message) throws IOException;

    /**
     * Sends a message if that needs no waiting.
     *
     * @param message as for {@link #send}
     * @return whether it is on its way, as after {@link Claim#commit}; if not, nothing has happened
     * @throws IOException if the peer is gone
     */
    default boolean offer(ByteBuffer message) throws IOException {
        throw new UnsupportedOperationException("offer");
    }

    /**
     * A place to write messages in the transport's own memory: the calling thread's, so that threads that share the outbox
     * have one each.
     *
     * @return made once, for any number of messages
     * @throws IOException if the outbox is closed
     */
    default Claim claim() throws IOException {
        throw new UnsupportedOperationException("claim");
    }

    /**
     * Waits until all that was offered and committed has left.
     *
     * @throws IOException if the peer is gone
     */
    default void flush() throws IOException {}

    /**
     * Sends a message and waits for the peer's answer, which goes past the endpoint's own messages.
     *
     * @param message as for {@link #send}
     * @param reply where to put the answer: from its position on; must have room for the largest message
     * @param timeoutNanos how long that may last, but that a message that has begun to leave does leave; 0: no limit
     * @return the answer's length in bytes; -1 if the time is over
     * @throws IOException if the peer is gone, or an earlier request had no answer, which this one could get
     */
    default int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException("request");
    }

    /** Closes the connection. What was sent arrives all the same. Closing again does nothing. */
    @Override
    void close() throws IOException;

    /**
     * One message at a time, written where the transport has it: reserve, write, commit. It belongs to one thread, which
     * sends nothing else by the outbox in between; others may.
     */
    interface Claim {
        /**
         * Reserves memory for a message. What was reserved before, and not committed, is forgotten.
         *
         * @param bytes of the message
         * @return memory to write, position to limit, in any byte order, contents undefined: a view that is reused; null if
         *     there is no room now
         * @throws IOException if the peer is gone
         */
        ByteBuffer reserve(int bytes) throws IOException;

        /**
         * Sends what was reserved. It may leave later: as soon as this, or another call on the outbox or
         * {@link Endpoint#poll} moves it along.
         *
         * @throws IOException if the peer is gone
         * @throws IllegalStateException if nothing was reserved
         */
        void commit() throws IOException;
    }
}
