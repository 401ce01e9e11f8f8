package dev.lockstep.comm;

import static dev.lockstep.comm.Capability.ALL_GATHER;
import static dev.lockstep.comm.Capability.ALL_TO_ALL;
import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.GATHER;
import static dev.lockstep.comm.Capability.SCATTER;

import java.nio.ByteBuffer;

/**
 * Operations that all ranks call in the same order, and that move bytes as they are (MPI 4.1, sections 6.3 to 6.8).
 *
 * <p><b>Blocks.</b> Where a buffer holds a block for each rank, the block of rank 0 comes first. All blocks have the
 * same length, except in the forms with a {@code v}: there, {@code counts[r]} is the length of the block of rank r in
 * bytes, and {@code displacements[r]} says where it begins, in bytes behind the buffer's position. Both arrays have an
 * entry for each rank; blocks that are written must not overlap, and bytes between them stay as they were.
 *
 * <p><b>In place.</b> {@link #IN_PLACE} instead of a buffer says that a rank's own part already is, or stays, where it
 * belongs in the other buffer. Buffers that are both read and written otherwise must not overlap.
 *
 * <p><b>Arguments.</b> What is said to be the root's is not looked at elsewhere and may be null there.
 */
public interface Collectives extends Capabilities {

    /** The buffer argument for "this rank's own part is in the other buffer" (MPI_IN_PLACE; MPI 4.1, section 6.2.2). */
    ByteBuffer IN_PLACE = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** Returns when every rank has called it (MPI_Barrier). */
    void barrier();

    /**
     * Sends root's bytes to every rank (MPI_Bcast).
     *
     * @param message at the root what to send, elsewhere where to put it; equally many bytes on every rank
     * @param root the sending rank
     */
    default void bcast(ByteBuffer message, int root) {
        throw UnsupportedCapabilityException.of(this, BROADCAST);
    }

    /**
     * Root gets a block from each rank (MPI_Gather).
     *
     * @param contribution this rank's block, equally many bytes on every rank; at the root also {@link #IN_PLACE}:
     *     it is in {@code result}
     * @param result the root's: a block for each rank
     * @param root the receiving rank
     */
    default void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, GATHER);
    }

    /**
     * Root gets a block of its own length from each rank (MPI_Gatherv).
     *
     * @param contribution this rank's block, of as many bytes as the root expects; at the root also {@link #IN_PLACE}
     * @param result the root's: the blocks
     * @param counts the root's: their lengths, in bytes
     * @param displacements the root's: their beginnings, in bytes behind the position
     * @param root the receiving rank
     */
    default void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        throw UnsupportedCapabilityException.of(this, GATHER);
    }

    /**
     * Each rank gets a block from the root (MPI_Scatter).
     *
     * @param contribution the root's: a block for each rank
     * @param result where this rank's block goes, equally many bytes on every rank; at the root also
     *     {@link #IN_PLACE}: it stays in {@code contribution}
     * @param root the sending rank
     */
    default void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, SCATTER);
    }

    /**
     * Each rank gets a block of its own length from the root (MPI_Scatterv).
     *
     * @param contribution the root's: the blocks
     * @param counts the root's: their lengths, in bytes
     * @param displacements the root's: their beginnings, in bytes behind the position
     * @param result where this rank's block goes, of as many bytes as the root sends; at the root also {@link #IN_PLACE}
     * @param root the sending rank
     */
    default void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        throw UnsupportedCapabilityException.of(this, SCATTER);
    }

    /**
     * Every rank gets a block from each rank (MPI_Allgather).
     *
     * @param contribution this rank's block, equally many bytes on every rank; or {@link #IN_PLACE} on all ranks:
     *     each has it in {@code result}
     * @param result a block for each rank
     */
    default void allGather(ByteBuffer contribution, ByteBuffer result) {
        throw UnsupportedCapabilityException.of(this, ALL_GATHER);
    }

    /**
     * Every rank gets a block of its own length from each rank (MPI_Allgatherv). Counts are the same on all ranks.
     *
     * @param contribution this rank's block; or {@link #IN_PLACE} on all ranks
     * @param result the blocks
     * @param counts their lengths, in bytes
     * @param displacements their beginnings, in bytes behind the position
     */
    default void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        throw UnsupportedCapabilityException.of(this, ALL_GATHER);
    }

    /**
     * Every rank gets from each rank the block meant for it (MPI_Alltoall).
     *
     * @param contribution a block for each rank, all of the same length; or {@link #IN_PLACE} on all ranks: they are in
     *     {@code result} and are replaced
     * @param result a block from each rank, as many bytes
     */
    default void allToAll(ByteBuffer contribution, ByteBuffer result) {
        throw UnsupportedCapabilityException.of(this, ALL_TO_ALL);
    }

    /**
     * Every rank gets from each rank the block meant for it, of any length (MPI_Alltoallv).
     *
     * @param contribution a block for each rank; or {@link #IN_PLACE} on all ranks: they are in {@code result} as the
     *     result's counts and displacements say, and are replaced; then two ranks send each other equally many bytes
     * @param sendCounts lengths of the contribution's blocks, in bytes; not looked at in place
     * @param sendDisplacements their beginnings, in bytes behind the position; not looked at in place
     * @param result a block from each rank
     * @param recvCounts lengths of the result's blocks, in bytes
     * @param recvDisplacements their beginnings, in bytes behind the position
     */
    default void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        throw UnsupportedCapabilityException.of(this, ALL_TO_ALL);
    }
}
