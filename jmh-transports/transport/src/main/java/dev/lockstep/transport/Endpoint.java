package dev.lockstep.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * One peer: its address, and all threads, sockets and memory that it has for its connections.
 *
 * <p><b>Threads.</b> One thread at a time receives, connects and replies, unless {@link Capability#THREADS} is there;
 * another may receive while an {@link Outbox} of this endpoint sends. {@link #close} may be called by any thread.
 *
 * <p><b>Errors.</b> What cannot be right is an {@link IllegalArgumentException} before a byte moves. What goes wrong
 * later, and any use after {@link #close}, is an {@link IOException}. What is lacking is an
 * {@link UnsupportedOperationException}.
 *
 * @implSpec Messages of one outbox arrive once, whole, and in the order sent. What others send to a port that is none
 *     of theirs, garbage or a length of 2^31-1, costs nothing and hurts no other connection. An endpoint on a TCP port
 *     has the address {@code tcp://HOST:PORT}, one on a Unix domain socket {@code unix:PATH}, so that tests can stand
 *     in between. Closing leaves no thread, descriptor or file.
 */
public interface Endpoint extends AutoCloseable {

    /** The address by which peers connect, in text without white space; it does not change. */
    String address();

    /**
     * Connects to a peer.
     *
     * @param address the peer's own
     * @param timeoutNanos how long that may last; 0: no limit
     * @return to be closed by the caller, at the latest by closing this endpoint
     * @throws IOException if nobody is there, at once where that can be told, else when the time is over
     * @throws IllegalArgumentException if the address is none of this transport's
     */
    Outbox connect(String address, long timeoutNanos) throws IOException;

    /**
     * Receives a message, and waits for one.
     *
     * @param into where to put it: from its position on; must have room for the largest message
     * @param timeoutNanos how long to wait, unless {@link Capability#TIMEOUT} is lacking; 0: no limit
     * @return the message's length in bytes, 0 or more; -1 if the time is over
     * @throws PeerLostException if a message breaks off, because its sender is gone; once, and the endpoint goes on
     * @throws IOException if the endpoint is closed, or the thread interrupted
     * @throws IllegalArgumentException if the buffer is read-only or too small
     */
    int receive(ByteBuffer into, long timeoutNanos) throws IOException;

    /**
     * The sender of the message last received: a token for {@link #reply}, good for as long as the connection is.
     */
    long sender();

    /**
     * Receives what is there, in place. It also moves along what is being sent, where that needs the caller's thread.
     *
     * @param receiver is given each message
     * @param limit how many at most, 1 or more
     * @return how many there were, 0 or more
     * @throws IOException as {@link #receive}, or what the receiver throws, which has had its message then
     */
    default int poll(Receiver receiver, int limit) throws IOException {
        throw new UnsupportedOperationException("poll");
    }

    /**
     * Answers a request.
     *
     * @param sender of the request
     * @param message the answer: position to limit; the caller's again on return
     * @throws IOException if the sender is gone
     */
    default void reply(long sender, ByteBuffer message) throws IOException {
        throw new UnsupportedOperationException("reply");
    }

    /**
     * What the endpoint has counted of itself, for reports: names of the transport's choice.
     *
     * @return numbers since it was opened
     */
    default Map<String, Long> counters() {
        return Map.of();
    }

    /** Closes it with all of its outboxes. Closing again does nothing. */
    @Override
    void close() throws IOException;

    /** Takes messages in place. */
    @FunctionalInterface
    interface Receiver {
        /**
         * Takes a message.
         *
         * @param message position to limit; the transport's memory, which must not be written to, and is only good
         *     until this returns
         * @param sender a token for {@link Endpoint#reply}
         * @throws IOException passed on to who polls
         */
        void take(ByteBuffer message, long sender) throws IOException;
    }
}
