package dev.lockstep.comm;

import static dev.lockstep.comm.Capability.DUPLICATE;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.SHARED_COMMUNICATOR;
import static dev.lockstep.comm.Capability.SPLIT;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A group of ranks that exchange messages, in the sense of an MPI intracommunicator (MPI 4.1, chapters 3, 6 and 7). Its
 * operations stand in one interface for each role.
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
 * time each use a {@linkplain #duplicate() duplicate} of their own, or a {@linkplain #share() share} of one.
 *
 * <p><b>Errors.</b> Arguments are checked before anything is moved: a rank, tag, root or buffer that cannot be right
 * raises an {@link IllegalArgumentException}; a closed communicator an {@link IllegalStateException}. What goes wrong
 * later raises a {@link CommunicationException}. What the library underneath does not have raises an
 * {@link UnsupportedCapabilityException}, and stands in {@link #unsupported()}.
 *
 * <p><b>Order.</b> Messages between two ranks with the same tag on the same communicator arrive in the order sent
 * (MPI 4.1, section 3.5). Messages of different communicators never meet.
 *
 * @implSpec Every clause above is a test of the module {@code lockstep-communicator-testkit}; an implementation passes
 *     it with 1 to 4 ranks. In steady state, blocking calls on direct buffers should allocate nothing.
 */
public interface Communicator
        extends PointToPoint,
                Probes,
                PersistentOperations,
                Collectives,
                NonBlockingCollectives,
                Reductions,
                NonBlockingReductions,
                AutoCloseable {

    /** The color of a rank that gets no communicator (MPI_UNDEFINED). */
    int UNDEFINED = -1;

    /** The caller's rank in this group, from 0 to {@code size() - 1}. */
    int rank();

    /** The number of ranks, at least 1. */
    int size();

    /**
     * Duplicates the communicator, collectively: the same ranks, whose messages never meet this one's (MPI_Comm_dup).
     * All ranks make their duplicates in the same order.
     *
     * @return a new communicator, to be closed by the caller
     */
    default Communicator duplicate() {
        throw UnsupportedCapabilityException.of(this, DUPLICATE);
    }

    /**
     * Parts the ranks into a communicator for each color, collectively (MPI_Comm_split). Messages of the new
     * communicators meet neither each other's nor this one's.
     *
     * @param color ranks of the same color come together: 0 or more, or {@link #UNDEFINED}
     * @param key decides the order of the new ranks: lower keys first, equal keys in the order of the old ranks;
     *     any number
     * @return a new communicator, to be closed by the caller; empty if the color is {@link #UNDEFINED}
     */
    default Optional<Communicator> split(int color, int key) {
        throw UnsupportedCapabilityException.of(this, SPLIT);
    }

    /**
     * This communicator's messages for the calling thread, while other threads of its rank have theirs: the same ranks and
     * tags, with requests and memory of the thread's own. A message goes to whichever thread first receives what matches
     * it, so threads that must not take each other's use tags of their own. The communicator itself is left alone while
     * shares of it are in use, and closed when nothing is under way by them. No other rank hears of a share.
     *
     * @return for this thread alone, and the same whenever it asks; refuses once this communicator is closed
     * @throws UnsupportedCapabilityException also if the library grants a thread level below MULTIPLE, where its threads
     *     could not share
     */
    default PointToPoint share() {
        throw UnsupportedCapabilityException.of(this, POINT_TO_POINT, SHARED_COMMUNICATOR);
    }

    /**
     * A buffer of the kind that this implementation moves fastest, zeroed, in native byte order.
     *
     * @param bytes its capacity, in bytes; 0 is allowed
     * @return a buffer with position 0 and limit {@code bytes}
     */
    ByteBuffer allocate(int bytes);

    /** Frees this communicator, collectively. Closing twice does nothing; any other use afterwards is an error. */
    @Override
    void close();
}
