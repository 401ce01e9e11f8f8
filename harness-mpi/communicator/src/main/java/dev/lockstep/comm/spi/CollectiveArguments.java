package dev.lockstep.comm.spi;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import java.nio.ByteBuffer;

/**
 * The checks that every rank makes of its own arguments to {@link dev.lockstep.comm.Collectives}, for implementations.
 * Each raises an {@link IllegalArgumentException} that says what would be right.
 *
 * @param rank of the caller
 * @param size of the group, in ranks
 */
public record CollectiveArguments(int rank, int size) {

    /** Checks the arguments of a broadcast. */
    public void bcast(ByteBuffer message, int root) {
        if (isRoot(root)) {
            Arguments.message(message);
        } else {
            Arguments.writable(message);
        }
    }

    /** Checks the arguments of a gather. */
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        if (isRoot(root)) {
            allGather(contribution, result);
        } else {
            Arguments.message(contribution);
        }
    }

    /** Checks the arguments of a gather of blocks of any length, counts and displacements in bytes. */
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        if (isRoot(root)) {
            allGatherv(contribution, result, counts, displacements);
        } else {
            Arguments.message(contribution);
        }
    }

    /** Checks the arguments of a scatter. */
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        if (!isRoot(root)) {
            Arguments.writable(result);
            return;
        }
        Arguments.message(contribution);
        if (result == IN_PLACE) {
            multiple(contribution);
        } else {
            Arguments.writable(result);
            blocks(contribution, result.remaining());
            Arguments.disjoint(contribution, result);
        }
    }

    /** Checks the arguments of a scatter of blocks of any length, counts and displacements in bytes. */
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        if (!isRoot(root)) {
            Arguments.writable(result);
            return;
        }
        Arguments.message(contribution);
        blocks(contribution, counts, displacements);
        if (result != IN_PLACE) {
            Arguments.writable(result);
            own(result, counts);
            Arguments.disjoint(contribution, result);
        }
    }

    /** Checks the arguments of a gather to all ranks. */
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        Arguments.writable(result);
        if (contribution == IN_PLACE) {
            multiple(result);
        } else {
            Arguments.message(contribution);
            blocks(result, contribution.remaining());
            Arguments.disjoint(contribution, result);
        }
    }

    /** Checks the arguments of a gather of blocks of any length to all ranks, counts and displacements in bytes. */
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        Arguments.writable(result);
        blocks(result, counts, displacements);
        if (contribution != IN_PLACE) {
            Arguments.message(contribution);
            own(contribution, counts);
            Arguments.disjoint(contribution, result);
        }
    }

    /** Checks the arguments of an exchange of blocks. */
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        Arguments.writable(result);
        multiple(result);
        if (contribution != IN_PLACE) {
            Arguments.message(contribution);
            blocks(contribution, result.remaining() / size);
            Arguments.disjoint(contribution, result);
        }
    }

    /**
     * Checks the arguments of an exchange of blocks of any length. In place the send counts and displacements are not
     * looked at.
     */
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        Arguments.writable(result);
        blocks(result, recvCounts, recvDisplacements);
        if (contribution != IN_PLACE) {
            Arguments.message(contribution);
            blocks(contribution, sendCounts, sendDisplacements);
            if (sendCounts[rank] != recvCounts[rank]) {
                throw Arguments.wrong(
                        "the block to oneself must have " + sendCounts[rank] + " bytes on both sides",
                        recvCounts[rank]);
            }
            Arguments.disjoint(contribution, result);
        }
    }

    private boolean isRoot(int root) {
        Arguments.rank("root", root, size);
        return rank == root;
    }

    private void multiple(ByteBuffer blocks) {
        if (blocks.remaining() % size != 0) {
            throw Arguments.wrong("the bytes must be a multiple of the " + size + " ranks", blocks);
        }
    }

    private void blocks(ByteBuffer all, int block) {
        if (all.remaining() != (long) block * size) {
            throw Arguments.wrong(size + " blocks must have " + size + " times " + block + " bytes", all);
        }
    }

    private void blocks(ByteBuffer all, int[] counts, int[] displacements) {
        if (counts == null || displacements == null || counts.length != size || displacements.length != size) {
            throw Arguments.wrong(
                    "counts and displacements must have an entry for each of " + size + " ranks",
                    length(counts) + " and " + length(displacements));
        }
        for (int i = 0; i < size; i++) {
            if (counts[i] < 0 || displacements[i] < 0 || (long) counts[i] + displacements[i] > all.remaining()) {
                throw Arguments.wrong(
                        "the block of rank " + i + " must lie within " + all,
                        counts[i] + " bytes from " + displacements[i]);
            }
        }
    }

    private void own(ByteBuffer block, int[] counts) {
        if (block.remaining() != counts[rank]) {
            throw Arguments.wrong("this rank's block must have " + counts[rank] + " bytes", block);
        }
    }

    private static String length(int[] array) {
        return array == null ? "none" : Integer.toString(array.length);
    }
}
