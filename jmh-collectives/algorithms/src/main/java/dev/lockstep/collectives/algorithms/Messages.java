package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.Movement;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The messages of one rank's collectives, on a communicator that nobody else uses. {@link #to} and {@link #from} say
 * what the next call sends and receives; both name a part of a buffer by its index and bytes, whatever the buffer's
 * position.
 *
 * <p>A tag is the number of the operation times {@value #PHASES} plus the phase, modulo the tags that MPI guarantees:
 * an early message of the next operation matches no receive of this one. Within a phase the messages from one rank to
 * another are received in the order sent.
 *
 * <p>Nothing relies on a send being buffered. At most one message to each rank and one from each is under way, so
 * views, requests and statuses are kept for those, and nothing is allocated.
 */
final class Messages implements AutoCloseable {
    /** Phases of an operation. */
    static final int PHASES = 8;

    private static final int OPERATIONS = (Communicator.MAX_TAG + 1) / PHASES;

    final int rank;
    final int size;
    private final Communicator comm;
    private final Views[] outgoing;
    private final Views[] incoming;
    /** Receives by rank, then sends by rank. */
    private final Request[] requests;

    private final Status[] statuses;
    /** What started receives expect of each rank, in bytes; below 0 if none is. */
    private final int[] expected;

    private final Status status = new Status();
    private int operation;
    private int tag;

    private ByteBuffer out;
    private int destination;
    private ByteBuffer in;
    private int source;

    /** Messages on a communicator, which is closed with them. */
    Messages(Communicator own) {
        comm = own;
        rank = own.rank();
        size = own.size();
        outgoing = new Views[size];
        incoming = new Views[size];
        requests = new Request[2 * size];
        statuses = new Status[2 * size];
        expected = new int[size];
        for (int i = 0; i < size; i++) {
            outgoing[i] = new Views();
            incoming[i] = new Views();
            statuses[i] = new Status();
            expected[i] = -1;
        }
    }

    /** Begins the next operation, in its first phase. All ranks count alike. */
    void begin() {
        Arrays.fill(expected, -1);
        operation = (operation + 1) % OPERATIONS;
        tag = operation * PHASES;
    }

    /** Begins the next phase of the operation, on all ranks. */
    void nextPhase() {
        tag++;
    }

    /** The rank so far behind this one, around the ring; also before, if below 0. */
    int peer(int distance) {
        return Math.floorMod(rank + distance, size);
    }

    /** What the next call sends. */
    Messages to(int rankOf, ByteBuffer buffer, int at, int bytes) {
        destination = rankOf;
        out = outgoing[rankOf].of(buffer, at, bytes);
        return this;
    }

    /** What the next call receives. */
    Messages from(int rankOf, ByteBuffer buffer, int at, int bytes) {
        source = rankOf;
        in = incoming[rankOf].of(buffer, at, bytes);
        return this;
    }

    /** Sends, and waits until that is done. */
    void send() {
        comm.send(out, destination, tag);
    }

    /** Receives as many bytes as said. */
    void receive() {
        comm.recv(in, source, tag, status);
        check(source, status.bytes(), in.remaining());
    }

    /** Sends and receives at the same time. */
    void exchange() {
        check(source, exchangeUpTo(), in.remaining());
    }

    /** Sends and receives at the same time; what is received may be shorter than said. Gives its bytes. */
    int exchangeUpTo() {
        comm.sendRecv(out, destination, tag, in, source, tag, status);
        return status.bytes();
    }

    /** Starts to send, until {@link #finish}. */
    void startSend() {
        requests[size + destination] = comm.iSend(out, destination, tag);
    }

    /** Starts to receive, until {@link #finish}. */
    void startReceive() {
        requests[source] = comm.iRecv(in, source, tag);
        expected[source] = in.remaining();
    }

    /** Waits for all that was started. */
    void finish() {
        Requests.waitAll(requests, statuses);
        for (int other = 0; other < size; other++) {
            int bytes = expected[other];
            expected[other] = -1;
            if (bytes >= 0) {
                check(other, statuses[other].bytes(), bytes);
            }
        }
    }

    private void check(int other, int came, int bytes) {
        if (came != bytes) {
            throw new CommunicationException(Movement.mismatch(other, came, rank, bytes));
        }
    }

    @Override
    public void close() {
        comm.close();
    }
}
