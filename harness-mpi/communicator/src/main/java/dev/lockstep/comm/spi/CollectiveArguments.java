package dev.lockstep.comm.spi;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import java.nio.ByteBuffer;

/**
 * For implementations: the checks that every rank makes of its own arguments to {@link dev.lockstep.comm.Collectives}. Each
 * raises an {@link IllegalArgumentException} that says what would be right.
 *
 * @param rank of the caller
 * @param size of the group, in ranks
 */
public record CollectiveArguments(int rank, int size) {

    /**
     * Checks a broadcast.
     *
     * @param message at the root what to send, elsewhere where to put it
     * @param root must be a rank
     */
    public void bcast(ByteBuffer message, int root) {
        if (isRoot(root)) {
            Arguments.message(message);
        } else {
            Arguments.writable(message);
        }
    }

    /**
     * Checks a gather.
     *
     * @param contribution a block; in place only at the root
     * @param result at the root, a block for each rank
     * @param root must be a rank
     */
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        if (isRoot(root)) {
            allGather(contribution, result);
        } else {
            Arguments.message(contribution);
        }
    }

    /**
     * Checks a gather of blocks of any length.
     *
     * @param contribution a block; in place only at the root
     * @param result at the root, the blocks
     * @param counts at the root, in bytes
     * @param displacements at the root, in bytes
     * @param root must be a rank
     */
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        if (isRoot(root)) {
            allGatherv(contribution, result, counts, displacements);
        } else {
            Arguments.message(contribution);
        }
    }

    /**
     * Checks a scatter.
     *
     * @param contribution at the root, a block for each rank
     * @param result a block; in place only at the root
     * @param root must be a rank
     */
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

    /**
     * Checks a scatter of blocks of any length.
     *
     * @param contribution at the root, the blocks
     * @param counts at the root, in bytes
     * @param displacements at the root, in bytes
     * @param result a block; in place only at the root
     * @param root must be a rank
     */
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

    /**
     * Checks a gather to all ranks.
     *
     * @param contribution a block, or in place
     * @param result a block for each rank
     */
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

    /**
     * Checks a gather of blocks of any length to all ranks.
     *
     * @param contribution a block, or in place
     * @param result the blocks
     * @param counts in bytes
     * @param displacements in bytes
     */
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        Arguments.writable(result);
        blocks(result, counts, displacements);
        if (contribution != IN_PLACE) {
            Arguments.message(contribution);
            own(contribution, counts);
            Arguments.disjoint(contribution, result);
        }
    }

    /**
     * Checks an exchange of blocks.
     *
     * @param contribution a block for each rank, or in place
     * @param result a block from each rank
     */
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
     * Checks an exchange of blocks of any length.
     *
     * @param contribution a block for each rank, or in place
     * @param sendCounts in bytes; not looked at in place
     * @param sendDisplacements in bytes; not looked at in place
     * @param result a block from each rank
     * @param recvCounts in bytes
     * @param recvDisplacements in bytes
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
