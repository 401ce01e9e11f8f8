package dev.lockstep.comm.support;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import java.nio.ByteBuffer;

/**
 * The messages that one rank sends and receives in a collective that moves bytes as they are. Blocking and non-blocking
 * forms move alike, the former through memory and the latter as messages.
 */
public final class Movement {
    /** The root that means that every rank is one. */
    public static final int ALL = Blocks.ALL;

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    /** What goes to each rank. */
    public final Blocks out;

    /** What comes from each rank. */
    public final Blocks in;

    private final int rank;
    private final int size;
    private final Scratch scratch = new Scratch();

    /** Nothing yet, of a rank among so many. */
    public Movement(int rank, int size) {
        this.rank = rank;
        this.size = size;
        out = new Blocks(size);
        in = new Blocks(size);
    }

    /** Moves nothing. */
    public void clear() {
        out.none();
        in.none();
    }

    /** Moves no bytes from everyone to everyone: a rank that has them all knows that all have come. */
    public void barrier() {
        out.whole(NOTHING);
        in.whole(NOTHING);
    }

    /** Moves what a broadcast does. */
    public void bcast(ByteBuffer message, int root) {
        if (rank == root) {
            out.whole(message);
        } else {
            in.whole(message).only(root);
        }
    }

    /** Moves what a gather does. */
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        if (contribution != IN_PLACE) {
            out.whole(contribution).only(root);
        }
        if (rank == root) {
            in.equal(result, result.remaining() / size);
        }
    }

    /** Moves what a gather of blocks of any length does. */
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        if (contribution != IN_PLACE) {
            out.whole(contribution).only(root);
        }
        if (rank == root) {
            in.vector(result, counts, displacements);
        }
    }

    /** Moves what a scatter does. */
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        if (rank == root) {
            out.equal(contribution, contribution.remaining() / size);
        }
        if (result != IN_PLACE) {
            in.whole(result).only(root);
        }
    }

    /** Moves what a scatter of blocks of any length does. */
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        if (rank == root) {
            out.vector(contribution, counts, displacements);
        }
        if (result != IN_PLACE) {
            in.whole(result).only(root);
        }
    }

    /** Moves what an allgather does. */
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        int length = result.remaining() / size;
        in.equal(result, length);
        if (contribution == IN_PLACE) {
            out.part(result, rank * length, length);
        } else {
            out.whole(contribution);
        }
    }

    /** Moves what an allgather of blocks of any length does. */
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        in.vector(result, counts, displacements);
        if (contribution == IN_PLACE) {
            out.part(result, displacements[rank], counts[rank]);
        } else {
            out.whole(contribution);
        }
    }

    /** Moves what an exchange of blocks does. */
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        int length = result.remaining() / size;
        in.equal(result, length);
        out.equal(contribution == IN_PLACE ? scratch.copy(result) : contribution, length);
    }

    /** Moves what an exchange of blocks of any length does. */
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        in.vector(result, recvCounts, recvDisplacements);
        if (contribution == IN_PLACE) {
            out.vector(scratch.copy(result), recvCounts, recvDisplacements);
        } else {
            out.vector(contribution, sendCounts, sendDisplacements);
        }
    }

    /** Moves everybody's elements to the root, or to all, to be combined there; null for those that get none. */
    public ByteBuffer reduce(ByteBuffer contribution, int root) {
        out.whole(contribution);
        if (root != ALL) {
            out.only(root);
        }
        return out.with(rank) ? collected(contribution.remaining()) : null;
    }

    /** As {@link #reduce}, but each block to its rank. */
    public ByteBuffer reduceScatter(ByteBuffer contribution, int[] counts) {
        out.consecutive(contribution, counts);
        return collected(counts[rank]);
    }

    /** As {@link #reduceScatter}, with blocks of the same length. */
    public ByteBuffer reduceScatterBlock(ByteBuffer contribution) {
        int length = contribution.remaining() / size;
        out.equal(contribution, length);
        return collected(length);
    }

    /** Copies the rank's own block, unless it is already in its place. */
    public void toSelf() {
        if (out.with(rank) && in.with(rank) && !(out.buffer() == in.buffer() && out.at(rank) == in.at(rank))) {
            in.buffer().put(in.at(rank), out.buffer(), out.at(rank), in.length(rank));
        }
    }

    /** The message for two ranks that disagree about a block. */
    public static String mismatch(int sender, int sent, int receiver, int expected) {
        return "rank " + sender + " sends " + sent + " bytes, rank " + receiver + " expects " + expected;
    }

    private ByteBuffer collected(int length) {
        ByteBuffer all = scratch.of(Math.multiplyExact(length, size));
        in.equal(all, length);
        return all;
    }
}
