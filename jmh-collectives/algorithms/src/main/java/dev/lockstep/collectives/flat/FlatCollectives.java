package dev.lockstep.collectives.flat;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Reductions;
import dev.lockstep.comm.spi.CollectiveArguments;
import dev.lockstep.comm.spi.ReductionArguments;
import dev.lockstep.comm.support.Wait;
import dev.lockstep.comm.support.reduction.Reducer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Barrier, broadcast and allreduce of the ranks of one host, through memory that they share. Every rank makes an object
 * of its own, and calls the same operations in the same order, with the same lengths. An object belongs to one thread
 * at a time.
 *
 * <p><b>How.</b> Each operation is one step or several of {@link Slots}, which says why nothing is lost.
 *
 * <ul>
 *   <li>A barrier is a step without payload; all wait for all.
 *   <li>A broadcast is a step for each chunk. The root writes its bytes and goes on; the others wait for the root
 *       alone. They publish the step all the same, without payload: it tells the root that the step before was read.
 *   <li>A short allreduce is one step: all write their elements, wait for all, and combine everything in the order of
 *       ranks.
 *   <li>A longer one has a step for each chunk and one more. In each step a rank writes a chunk of its elements, and
 *       its share of the chunk before, combined; then it waits for all and takes everybody's share of that.
 * </ul>
 *
 * <p>Every element is combined from rank 0 upwards. Nothing is allocated once the first operation of a type has run.
 *
 * <p><b>Errors.</b> A wait ends with a {@link dev.lockstep.comm.CommunicationException} if it is aborted, if the thread
 * is interrupted, and if another rank's operation has a different length. All ranks must stop using the memory then.
 *
 * <p>Sources: the flat tree of shared-memory collectives in R. L. Graham and G. Shipman, "MPI Support for Multi-core
 * Architectures: Optimized Shared Memory Collectives" (EuroPVM/MPI 2008); for the shares, R. Rabenseifner's
 * reduce-scatter and allgather (ICCS 2004).
 */
public final class FlatCollectives implements Collectives, Reductions {
    private static final VarHandle HALF_WORD =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final long LOWER = 0xffff_ffffL;

    /** The length in bytes up to which elements are combined word by word; from 512 on arrays are faster. */
    static final int BY_WORDS = 128;

    /** The bytes of all ranks together up to which every rank combines everything; measured with two. */
    static final int ONE_HOP = 16_384;

    private static final Map<Capability, String> UNSUPPORTED = unsupportedOperations();

    private final int rank;
    private final int ranks;
    private final Slots slots;
    private final ByteBuffer memory;
    private final CollectiveArguments collectives;
    private final ReductionArguments reductions;
    private final Reducer reducer = new Reducer();

    /**
     * The collectives of one rank.
     *
     * @param shared the memory from position to limit, the same for all ranks and of nobody else: direct, zero before
     *     the first rank begins, at an address that is a multiple of 128, of at least {@link #bytes} bytes
     * @param rank the caller's, from 0 to {@code ranks - 1}
     * @param ranks their number, at least 1
     * @param wait what this rank's waits do, and what ends them; of the thread that calls the operations
     * @throws IllegalArgumentException if the memory or the rank cannot be right
     */
    public FlatCollectives(ByteBuffer shared, int rank, int ranks, Wait wait) {
        this(shared, rank, ranks, wait, 0);
    }

    FlatCollectives(ByteBuffer shared, int rank, int ranks, Wait wait, int before) {
        int bytes = bytes(ranks);
        if (rank < 0 || rank >= ranks) {
            throw new IllegalArgumentException("a rank must be 0 to " + (ranks - 1) + ", not " + rank);
        }
        if (!shared.isDirect() || shared.isReadOnly() || shared.remaining() < bytes) {
            throw new IllegalArgumentException(
                    ranks + " ranks need a direct buffer of " + bytes + " bytes to write to, not " + shared);
        }
        if (shared.alignmentOffset(shared.position(), Slots.PAIR) != 0) {
            throw new IllegalArgumentException("the memory must begin at a multiple of " + Slots.PAIR + " bytes");
        }
        this.rank = rank;
        this.ranks = ranks;
        memory = shared.slice().order(ByteOrder.nativeOrder());
        slots = new Slots(memory, rank, ranks, wait, before);
        collectives = new CollectiveArguments(rank, ranks);
        reductions = new ReductionArguments(rank, ranks);
    }

    /**
     * The size of the memory that so many ranks share, in bytes.
     *
     * @throws IllegalArgumentException if there is no rank, or too many for one buffer
     */
    public static int bytes(int ranks) {
        return Slots.bytes(ranks);
    }

    private static Map<Capability, String> unsupportedOperations() {
        Map<Capability, String> reasons = new EnumMap<>(Capability.class);
        for (Capability one : Capability.values()) {
            switch (one) {
                case BROADCAST, ALL_REDUCE, IN_PLACE -> {}
                default -> reasons.put(one, "barrier, broadcast and allreduce alone go through slots in shared memory");
            }
        }
        return Collections.unmodifiableMap(reasons);
    }

    @Override
    public Map<Capability, String> unsupported() {
        return UNSUPPORTED;
    }

    @Override
    public void barrier() {
        if (ranks > 1) {
            slots.begin();
            slots.publish(0);
            slots.awaitAll(0, "a barrier");
        }
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        collectives.bcast(message, root);
        if (ranks == 1) {
            return;
        }
        int bytes = message.remaining();
        int done = 0;
        do {
            int length = Math.min(Slots.CHUNK, bytes - done);
            slots.begin();
            if (rank == root) {
                memory.put(slots.payload(rank, length), message, message.position() + done, length);
                slots.publish(bytes);
            } else {
                slots.publish(bytes);
                slots.await(root, bytes, "a broadcast");
                message.put(message.position() + done, memory, slots.payload(root, length), length);
            }
            done += length;
        } while (done < bytes);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        reductions.allReduce(contribution, result, type, op);
        ByteBuffer input = contribution == IN_PLACE ? result : contribution;
        int bytes = result.remaining();
        if (ranks == 1) {
            if (input != result) {
                result.put(result.position(), input, input.position(), bytes);
            }
        } else if (bytes <= BY_WORDS) {
            byWords(input, result, bytes, type, op);
        } else if (bytes <= ONE_HOP / ranks) {
            inOneHop(input, result, bytes, type, op);
        } else {
            inTwoHops(input, result, bytes, type, op);
        }
    }

    private void byWords(ByteBuffer input, ByteBuffer result, int bytes, Datatype type, ReduceOp op) {
        slots.begin();
        int whole = bytes & -Long.BYTES;
        int to = slots.payload(rank, bytes);
        int from = input.position();
        for (int i = 0; i < whole; i += Long.BYTES) {
            Slots.WORD.set(memory, to + i, (long) Slots.WORD.get(input, from + i));
        }
        if (whole < bytes) {
            Slots.WORD.set(memory, to + whole, (int) HALF_WORD.get(input, from + whole) & LOWER);
        }
        slots.publish(bytes);
        slots.awaitAll(bytes, "an allreduce");
        int at = result.position();
        for (int i = 0; i < whole; i += Long.BYTES) {
            Slots.WORD.set(result, at + i, combined(i, bytes, type, op));
        }
        if (whole < bytes) {
            HALF_WORD.set(result, at + whole, (int) combined(whole, bytes, type, op));
        }
    }

    private long combined(int offset, int bytes, Datatype type, ReduceOp op) {
        long word = (long) Slots.WORD.get(memory, slots.payload(0, bytes) + offset);
        for (int of = 1; of < ranks; of++) {
            word = Words.combine(type, op, word, (long) Slots.WORD.get(memory, slots.payload(of, bytes) + offset));
        }
        return word;
    }

    private void inOneHop(ByteBuffer input, ByteBuffer result, int bytes, Datatype type, ReduceOp op) {
        slots.begin();
        memory.put(slots.payload(rank, bytes), input, input.position(), bytes);
        slots.publish(bytes);
        slots.awaitAll(bytes, "an allreduce");
        reducer.reduce(slots, ranks, type, op, 0, bytes, result, result.position());
    }

    private void inTwoHops(ByteBuffer input, ByteBuffer result, int bytes, Datatype type, ReduceOp op) {
        int chunks = (bytes - 1) / Slots.CHUNK + 1;
        for (int chunk = 0; chunk <= chunks; chunk++) {
            int from = chunk * Slots.CHUNK;
            int before = from - Slots.CHUNK;
            slots.begin();
            if (chunk > 0) {
                int length = Math.min(Slots.CHUNK, bytes - before);
                int first = share(rank, length, type);
                int next = share(rank + 1, length, type);
                reducer.reduce(slots, ranks, type, op, first, next - first, memory, slots.share(rank));
            }
            if (chunk < chunks) {
                int length = Math.min(Slots.CHUNK, bytes - from);
                memory.put(slots.payload(rank, Slots.CHUNK), input, input.position() + from, length);
            }
            slots.publish(bytes);
            slots.awaitAll(bytes, "an allreduce");
            if (chunk > 0) {
                takeShares(result, result.position() + before, Math.min(Slots.CHUNK, bytes - before), type);
            }
        }
    }

    private void takeShares(ByteBuffer result, int position, int length, Datatype type) {
        for (int of = 0; of < ranks; of++) {
            int first = share(of, length, type);
            result.put(position + first, memory, slots.share(of), share(of + 1, length, type) - first);
        }
    }

    /** The offset in bytes at which the share of a rank begins in a chunk. */
    private int share(int of, int length, Datatype type) {
        return type.elements(length) * of / ranks * type.bytes();
    }
}
