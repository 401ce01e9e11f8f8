package dev.lockstep.comm.spi;

import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;

/**
 * The checks that every {@link dev.lockstep.comm.Communicator} makes before anything is moved, for implementations.
 * Each raises an {@link IllegalArgumentException} that says what would be right. Those of collectives are
 * {@link CollectiveArguments} and {@link ReductionArguments}.
 */
public final class Arguments {
    private Arguments() {}

    /**
     * Checks a message to be sent to one rank.
     *
     * @param message what to send
     * @param destination must be a rank
     * @param tag must be 0 to {@link Communicator#MAX_TAG}
     * @param size of the group, in ranks
     */
    public static void send(ByteBuffer message, int destination, int tag, int size) {
        message(message);
        rank("destination", destination, size);
        if (tag < 0 || tag > Communicator.MAX_TAG) {
            throw wrong("tag must be 0 to " + Communicator.MAX_TAG, tag);
        }
    }

    /**
     * Checks a receive.
     *
     * @param message where to put it
     * @param source must be a rank or {@link Communicator#ANY_SOURCE}
     * @param tag must be 0 to {@link Communicator#MAX_TAG} or {@link Communicator#ANY_TAG}
     * @param size of the group, in ranks
     */
    public static void recv(ByteBuffer message, int source, int tag, int size) {
        writable(message);
        probe(source, tag, size);
    }

    /**
     * Checks both halves of a {@link Communicator#sendRecv}, and that their buffers do not overlap, as far as can be
     * seen.
     *
     * @param sent what to send
     * @param destination must be a rank
     * @param sendTag must be 0 to {@link Communicator#MAX_TAG}
     * @param received where to put the other message
     * @param source must be a rank or {@link Communicator#ANY_SOURCE}
     * @param recvTag must be 0 to {@link Communicator#MAX_TAG} or {@link Communicator#ANY_TAG}
     * @param size of the group, in ranks
     */
    public static void sendRecv(
            ByteBuffer sent, int destination, int sendTag, ByteBuffer received, int source, int recvTag, int size) {
        send(sent, destination, sendTag, size);
        recv(received, source, recvTag, size);
        disjoint(sent, received);
    }

    /**
     * Checks a probe.
     *
     * @param source must be a rank or {@link Communicator#ANY_SOURCE}
     * @param tag must be 0 to {@link Communicator#MAX_TAG} or {@link Communicator#ANY_TAG}
     * @param size of the group, in ranks
     */
    public static void probe(int source, int tag, int size) {
        if (source != Communicator.ANY_SOURCE) {
            rank("source", source, size);
        }
        if ((tag < 0 || tag > Communicator.MAX_TAG) && tag != Communicator.ANY_TAG) {
            throw wrong("tag must be 0 to " + Communicator.MAX_TAG + ", or ANY_TAG", tag);
        }
    }

    /** Checks that a color is 0 or more, or {@link Communicator#UNDEFINED}. */
    public static void color(int color) {
        if (color < 0 && color != Communicator.UNDEFINED) {
            throw wrong("a color must be at least 0, or UNDEFINED", color);
        }
    }

    /** Checks that a capacity in bytes is 0 or more. */
    public static void capacity(int bytes) {
        if (bytes < 0) {
            throw wrong("a buffer's capacity must be at least 0", bytes);
        }
    }

    static void rank(String role, int rank, int size) {
        if (rank < 0 || rank >= size) {
            throw wrong(role + " must be a rank, 0 to " + (size - 1), rank);
        }
    }

    static void message(ByteBuffer message) {
        if (message == null) {
            throw wrong("a message needs a buffer", null);
        }
        if (message == Communicator.IN_PLACE) {
            throw wrong("a buffer is needed here", "IN_PLACE");
        }
    }

    static void writable(ByteBuffer message) {
        message(message);
        if (message.isReadOnly()) {
            throw wrong("nothing can be received into a read-only buffer", message);
        }
    }

    /** The JDK does not show where a direct buffer lies, so two slices of one pass unseen. */
    static void disjoint(ByteBuffer a, ByteBuffer b) {
        boolean overlap = a == b;
        if (!overlap && a.hasArray() && b.hasArray() && a.array() == b.array()) {
            int fromA = a.arrayOffset() + a.position();
            int fromB = b.arrayOffset() + b.position();
            overlap = fromA < fromB + b.remaining() && fromB < fromA + a.remaining();
        }
        if (overlap && a.hasRemaining() && b.hasRemaining()) {
            throw wrong("what is read and what is written must not overlap", a);
        }
    }

    static IllegalArgumentException wrong(String rule, Object is) {
        return new IllegalArgumentException(rule + ", not " + is);
    }
}
