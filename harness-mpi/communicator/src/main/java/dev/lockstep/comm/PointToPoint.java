package dev.lockstep.comm;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.SYNCHRONOUS_SEND;

import java.nio.ByteBuffer;

/**
 * Messages from one rank to another (MPI 4.1, chapter 3). Buffers, threads, errors and order are those of
 * {@link Communicator}.
 */
public interface PointToPoint extends Capabilities {

    /** The source of a receive that takes a message from any rank (MPI_ANY_SOURCE). */
    int ANY_SOURCE = -1;

    /** The tag of a receive that takes a message with any tag (MPI_ANY_TAG). */
    int ANY_TAG = -2;

    /** The largest tag that every implementation carries: MPI guarantees no more (MPI 4.1, section 9.1.2). */
    int MAX_TAG = 32767;

    /**
     * Sends a message and returns when {@code message} may be reused (MPI_Send): perhaps before it was received, so a
     * program must not rely on buffering.
     *
     * @param message what to send: position to limit
     * @param destination the receiving rank, also the caller's own if a receive is already posted
     * @param tag 0 to {@link #MAX_TAG}
     */
    default void send(ByteBuffer message, int destination, int tag) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT);
    }

    /** As {@link #send}, but returns only when the message is being received (MPI_Ssend). */
    default void sSend(ByteBuffer message, int destination, int tag) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT, SYNCHRONOUS_SEND);
    }

    /**
     * Receives a message (MPI_Recv). It may be shorter than the buffer; the bytes behind it stay as they were.
     *
     * @param message where to put it: position to limit
     * @param source the sending rank, or {@link #ANY_SOURCE}
     * @param tag 0 to {@link #MAX_TAG}, or {@link #ANY_TAG}
     * @param status is told source, tag and bytes; {@code null} if they do not matter
     * @throws MessageTruncatedException if the message is longer than the buffer; it is lost, the communicator goes on
     */
    default void recv(ByteBuffer message, int source, int tag, Status status) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT);
    }

    /** As {@link #recv(ByteBuffer, int, int, Status)}, without a status. */
    default void recv(ByteBuffer message, int source, int tag) {
        recv(message, source, tag, null);
    }

    /**
     * Starts to send a message (MPI_Isend). Never blocks on the receiver.
     *
     * @param message what to send; left alone until the request is complete
     * @param destination the receiving rank
     * @param tag 0 to {@link #MAX_TAG}
     * @return to be completed once, by {@link Request#await()} or a {@link Request#test()} that answers true
     */
    default Request iSend(ByteBuffer message, int destination, int tag) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT);
    }

    /**
     * As {@link #iSend}, but the request is complete only when the message is being received (MPI_Issend). Never
     * blocks.
     */
    default Request isSend(ByteBuffer message, int destination, int tag) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT, SYNCHRONOUS_SEND);
    }

    /**
     * Starts to receive a message (MPI_Irecv).
     *
     * @param message where to put it; left alone until the request is complete
     * @param source the sending rank, or {@link #ANY_SOURCE}
     * @param tag 0 to {@link #MAX_TAG}, or {@link #ANY_TAG}
     * @return to be completed once, by {@link Request#await()} or a {@link Request#test()} that answers true
     */
    default Request iRecv(ByteBuffer message, int source, int tag) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT);
    }

    /**
     * Sends one message and receives another, in whatever order avoids a deadlock (MPI_Sendrecv).
     *
     * @param sent what to send: position to limit; must not overlap {@code received}
     * @param destination the rank that receives it
     * @param sendTag 0 to {@link #MAX_TAG}
     * @param received where to put the other message: position to limit
     * @param source the rank that sends it, or {@link #ANY_SOURCE}
     * @param recvTag 0 to {@link #MAX_TAG}, or {@link #ANY_TAG}
     * @param status of the message received; may be {@code null}
     */
    default void sendRecv(
            ByteBuffer sent,
            int destination,
            int sendTag,
            ByteBuffer received,
            int source,
            int recvTag,
            Status status) {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT);
    }
}
