package dev.lockstep.comm;

import java.nio.ByteBuffer;

/**
 * A group of ranks that exchange messages, in the sense of an MPI intracommunicator (MPI 4.1, chapters 3, 6 and 7).
 *
 * <p><b>Buffers.</b> A message is what lies between a {@link ByteBuffer}'s position and its limit, in bytes; the buffer
 * may be direct or on the heap, and sliced. No operation moves position or limit, so one buffer serves a loop without
 * being flipped. A buffer handed to a non-blocking operation must be left alone until its {@link Request} is complete.
 * A read-only buffer may be sent, never received into. A message may have zero bytes.
 *
 * <p><b>Reductions</b> see the bytes as elements of a {@link Datatype} in the machine's native byte order, whatever the
 * buffer's {@link ByteBuffer#order() order} says.
 *
 * <p><b>Threads.</b> One communicator belongs to one thread at a time. Threads of one rank that communicate at the same
 * time each use a {@linkplain #duplicate() duplicate} of their own.
 *
 * <p><b>Errors.</b> Arguments are checked before anything is moved: a rank, tag, root or buffer that cannot be right
 * raises an {@link IllegalArgumentException}; a closed communicator an {@link IllegalStateException}. What goes wrong
 * later raises a {@link CommunicationException}.
 *
 * <p><b>Order.</b> Messages between two ranks with the same tag on the same communicator arrive in the order sent
 * (MPI 4.1, section 3.5). Messages of different communicators never meet.
 *
 * @implSpec Every clause above is a test of the module {@code lockstep-communicator-testkit}; an implementation passes
 *     it with 1 to 4 ranks. In steady state, blocking calls on direct buffers should allocate nothing.
 */
public interface Communicator extends AutoCloseable {

    /** As a source: a message from any rank (MPI_ANY_SOURCE). */
    int ANY_SOURCE = -1;

    /** As a tag to receive: a message with any tag (MPI_ANY_TAG). */
    int ANY_TAG = -2;

    /** The largest tag that every implementation carries: MPI guarantees no more (MPI 4.1, section 9.1.2). */
    int MAX_TAG = 32767;

    /**
     * The caller's place in this group.
     *
     * @return a number from 0 to {@code size() - 1}
     */
    int rank();

    /**
     * How many ranks take part.
     *
     * @return at least 1
     */
    int size();

    /**
     * Collective: a communicator of the same ranks, whose messages never meet this one's (MPI_Comm_dup). All ranks
     * make their duplicates in the same order.
     *
     * @return a new communicator, to be closed by the caller
     */
    Communicator duplicate();

    /**
     * A buffer of the kind that this implementation moves fastest, zeroed, in native byte order.
     *
     * @param bytes its capacity, in bytes; 0 is allowed
     * @return a buffer with position 0 and limit {@code bytes}
     */
    ByteBuffer allocate(int bytes);

    /**
     * Sends a message and returns when {@code message} may be reused (MPI_Send): perhaps before it was received, so a
     * program must not rely on buffering.
     *
     * @param message what to send: position to limit
     * @param destination the receiving rank, also the caller's own if a receive is already posted
     * @param tag 0 to {@link #MAX_TAG}
     */
    void send(ByteBuffer message, int destination, int tag);

    /**
     * Receives a message (MPI_Recv). It may be shorter than the buffer; the bytes behind it stay as they were.
     *
     * @param message where to put it: position to limit
     * @param source the sending rank, or {@link #ANY_SOURCE}
     * @param tag 0 to {@link #MAX_TAG}, or {@link #ANY_TAG}
     * @param status is told source, tag and bytes; {@code null} if they do not matter
     * @throws MessageTruncatedException if the message is longer than the buffer; it is lost, the communicator goes on
     */
    void recv(ByteBuffer message, int source, int tag, Status status);

    /**
     * As {@link #recv(ByteBuffer, int, int, Status)}, without a status.
     *
     * @param message where to put it: position to limit
     * @param source the sending rank, or {@link #ANY_SOURCE}
     * @param tag 0 to {@link #MAX_TAG}, or {@link #ANY_TAG}
     */
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
    Request iSend(ByteBuffer message, int destination, int tag);

    /**
     * Starts to receive a message (MPI_Irecv).
     *
     * @param message where to put it; left alone until the request is complete
     * @param source the sending rank, or {@link #ANY_SOURCE}
     * @param tag 0 to {@link #MAX_TAG}, or {@link #ANY_TAG}
     * @return to be completed once, by {@link Request#await()} or a {@link Request#test()} that answers true
     */
    Request iRecv(ByteBuffer message, int source, int tag);

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
    void sendRecv(
            ByteBuffer sent, int destination, int sendTag, ByteBuffer received, int source, int recvTag, Status status);

    /** Collective: returns when every rank has called it (MPI_Barrier). */
    void barrier();

    /**
     * Collective: root's bytes reach every rank (MPI_Bcast).
     *
     * @param message at the root what to send, elsewhere where to put it; equally many bytes on every rank
     * @param root the sending rank
     */
    void bcast(ByteBuffer message, int root);

    /**
     * Collective: combines every rank's elements into root's result (MPI_Reduce).
     *
     * @param contribution this rank's elements: position to limit, equally many bytes on every rank; unchanged
     * @param result at the root, as many bytes; elsewhere ignored and may be {@code null}. Must not overlap
     * @param type what the bytes are; their number is a multiple of its size
     * @param op how two elements become one
     * @param root the rank that gets the result
     */
    void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root);

    /**
     * Collective: combines every rank's elements into a result on every rank (MPI_Allreduce). All ranks get the same
     * bits.
     *
     * @param contribution this rank's elements: position to limit, equally many bytes on every rank; unchanged
     * @param result as many bytes; must not overlap {@code contribution}
     * @param type what the bytes are; their number is a multiple of its size
     * @param op how two elements become one
     */
    void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op);

    /** Collective: gives up this communicator. Closing twice does nothing; any other use afterwards is an error. */
    @Override
    void close();
}
