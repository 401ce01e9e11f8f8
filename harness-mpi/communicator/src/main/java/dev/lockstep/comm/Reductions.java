package dev.lockstep.comm;

import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.EXSCAN;
import static dev.lockstep.comm.Capability.REDUCE;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER_BLOCK;
import static dev.lockstep.comm.Capability.SCAN;

import java.nio.ByteBuffer;

/**
 * Collectives that combine the ranks' elements (MPI 4.1, sections 6.9 to 6.11). Blocks, {@link Collectives#IN_PLACE}
 * and the root's arguments are as in {@link Collectives}; a contribution is unchanged unless it is in place.
 */
public interface Reductions extends Capabilities {

    /**
     * Combines every rank's elements into root's result (MPI_Reduce).
     *
     * @param contribution this rank's elements: position to limit, equally many bytes on every rank; at the root also
     *     {@link Collectives#IN_PLACE}: they are in {@code result} and are replaced
     * @param result the root's: as many bytes
     * @param type what the bytes are; their number is a multiple of its size
     * @param op how two elements become one
     * @param root the rank that gets the result
     */
    default void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        throw UnsupportedCapabilityException.of(this, REDUCE);
    }

    /**
     * Combines every rank's elements into a result on every rank (MPI_Allreduce). All ranks get the same bits.
     *
     * @param contribution this rank's elements: position to limit, equally many bytes on every rank; or
     *     {@link Collectives#IN_PLACE} on all ranks: they are in {@code result} and are replaced
     * @param result as many bytes
     * @param type what the bytes are; their number is a multiple of its size
     * @param op how two elements become one
     */
    default void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, ALL_REDUCE);
    }

    /**
     * Combines every rank's elements and leaves each rank one block of the result, all of the same length
     * (MPI_Reduce_scatter_block).
     *
     * @param contribution a block of elements for each rank, equally many bytes on every rank; or
     *     {@link Collectives#IN_PLACE} on all ranks: they are in {@code result}, of which this rank's block of the
     *     result replaces the beginning; the rest is undefined
     * @param result the length of one block; in place, of all
     * @param type what the bytes are; a block's length is a multiple of its size
     * @param op how two elements become one
     */
    default void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, REDUCE_SCATTER_BLOCK);
    }

    /**
     * Combines every rank's elements and leaves each rank one block of the result (MPI_Reduce_scatter). Counts are the
     * same on all ranks; blocks follow each other without gaps.
     *
     * @param contribution a block of elements for each rank; or {@link Collectives#IN_PLACE} on all ranks, as for
     *     {@link #reduceScatterBlock}
     * @param result {@code counts[rank()]} bytes; in place, the sum of the counts
     * @param counts lengths of the blocks, in bytes; multiples of the type's size
     * @param type what the bytes are
     * @param op how two elements become one
     */
    default void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, REDUCE_SCATTER);
    }

    /**
     * Combines the elements of the ranks from 0 to this one (MPI_Scan): an inclusive prefix reduction.
     *
     * @param contribution this rank's elements: position to limit, equally many bytes on every rank; or
     *     {@link Collectives#IN_PLACE} on all ranks: they are in {@code result} and are replaced
     * @param result as many bytes
     * @param type what the bytes are; their number is a multiple of its size
     * @param op how two elements become one
     */
    default void scan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, SCAN);
    }

    /**
     * Combines the elements of the ranks below this one (MPI_Exscan): an exclusive prefix reduction. On rank 0, below
     * which there is none, the result is undefined.
     *
     * @param contribution as for {@link #scan}
     * @param result as many bytes
     * @param type what the bytes are; their number is a multiple of its size
     * @param op how two elements become one
     */
    default void exscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, EXSCAN);
    }
}
