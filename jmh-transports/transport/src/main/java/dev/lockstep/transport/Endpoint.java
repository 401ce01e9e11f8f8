package dev.lockstep.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One peer: its address, and all threads, sockets and memory that it has for its connections.
 *
 * <p><b>Threads.</b> One thread at a time receives, connects and replies, unless {@link Capability#THREADS} is there;
 * another may send meanwhile by an {@link Outbox} of this endpoint, unless {@link Capability#DUPLEX} is lacking.
 * {@link #close} may be called by any thread.
 *
 * <p><b>Receivers.</b> One that was opened with a {@link Setting#receiver} gives it each message. Calls for messages of one
 * connection follow each other; those of different connections may overlap. A receiver may send, reply and close, and other
 * threads may send, connect and close meanwhile: threads share an outbox then, in all that it can do. A receiver does not
 * wait for other messages, and an exception of it costs its message alone. {@link #receive} and {@link #poll} are
 * {@link IllegalStateException}s. Once {@link #close} has returned to another thread, or to a receiver that has returned as
 * well, nothing is given any more.
 *
 * <p><b>Errors.</b> What cannot be right is an {@link IllegalArgumentException} before a byte moves. What goes wrong
 * later, and any use after {@link #close}, is an {@link IOException}. What is lacking is an
 * {@link UnsupportedOperationException}.
 *
 * @implSpec These are clauses of the contract, in this order.
 *     <ul>
 *       <li>Messages of 0 bytes up to the largest arrive once, whole, and, of one outbox, in the order sent; into any kind
 *           of buffer, and nothing is written beside them.
 *       <li>Receiving gives up when its time is over, not before, and looks at least once. With
 *           {@link Capability#ALLOCATION_FREE} nothing is allocated.
 *       <li>Polling takes no more than asked; an exception of the receiver passes, and its message is taken. Answers go
 *           to who asked.
 *       <li>With {@link Capability#PUSH} messages are given to a receiver, which sends, answers and closes from there.
 *       <li>Many may send to one. Both may send the largest at once while another thread receives, or offering and
 *           polling in turn. Threads may share an endpoint.
 *       <li>An address is text; another's is refused by an {@link IllegalArgumentException}, a dead one by an
 *           {@link IOException} before the time is over; it belongs to one endpoint, and is free when that has closed, for
 *           one of those who open it. With {@link Capability#HOSTS} it is on the setting's address.
 *       <li>Closing wakes who receives, an interrupt ends it. A sender that has closed is no error. Who connects while
 *           an endpoint closes is refused, or told when it sends. An answer arrives though who has given it has closed. A
 *           thousand opens and closes leave no thread, descriptor, file or shared memory.
 *       <li>On a port, boundaries hold when bytes come one at a time, and such bytes prolong no time; a message that
 *           breaks off is a {@link PeerLostException}, once; strangers who say nothing keep nobody waiting; garbage, or a
 *           length of 2^31-1, costs nothing and hurts nobody else. The address is {@code tcp://HOST:PORT} on TCP and
 *           {@code unix:PATH} on a Unix domain socket, so that tests can stand in between.
 *       <li>Over datagrams of UDP the address is {@code udp://HOST:PORT}. Then those that are lost are sent again, also once
 *           the outbox has closed; those that come twice are taken once, those out of order put in order; garbage hurts
 *           nobody; and what a stranger repeats of an open connection is not taken.
 *       <li>An address works from another process. With {@link Capability#PEER_DEATH} answering a peer that was killed
 *           fails, and messages of others are received.
 *     </ul>
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
     * Receives a message, and waits for one. A sender that closes, or is killed, between two messages is no error: all
     * that it sent has come, and others may send.
     *
     * @param into where to put it: from its position on; must have room for the largest message
     * @param timeoutNanos how long to wait, unless {@link Capability#TIMEOUT} is lacking; 0: no limit
     * @return the message's length in bytes, 0 or more; -1 if the time is over
     * @throws PeerLostException if a message breaks off, because its sender is gone; once, and the endpoint goes on. Not if
     *     {@link Capability#BROKEN_OFF} is lacking: then nothing is seen of such a message
     * @throws IOException if the endpoint is closed, or the thread interrupted
     * @throws IllegalArgumentException if the buffer is read-only or too small
     */
    int receive(ByteBuffer into, long timeoutNanos) throws IOException;

    /**
     * As {@link #receive(ByteBuffer, long)}, for who is to be answered.
     *
     * @param into where to put the message
     * @param from is told who has sent it
     * @param timeoutNanos how long to wait; 0: no limit
     * @return the message's length in bytes, 0 or more; -1 if the time is over
     * @throws IOException as there
     */
    default int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException("reply");
    }

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

    /** Closes it with all of its outboxes. Closing again does nothing. */
    @Override
    void close() throws IOException;

    /** Takes messages in place. */
    @FunctionalInterface
    interface Receiver {
        /**
         * Takes a message.
         *
         * @param message position to limit, big-endian; the transport's memory, which must not be written to, and is
         *     only good until this returns
         * @param sender a token for {@link Endpoint#reply}
         * @throws IOException passed on to who polls
         */
        void take(ByteBuffer message, long sender) throws IOException;
    }
}
