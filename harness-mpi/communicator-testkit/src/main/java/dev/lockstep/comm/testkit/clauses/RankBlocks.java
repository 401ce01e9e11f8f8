package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;

/** Buffers with a block for each rank: the block of rank r shows the pattern r, or of sender and receiver. */
final class RankBlocks {
    private RankBlocks() {}

    static ByteBuffer all(Communicator comm, Framed kind, int size) {
        ByteBuffer all = kind.of(size * comm.size());
        for (int rank = 0; rank < comm.size(); rank++) {
            Messages.fill(Framed.block(all, rank * size, size), rank);
        }
        return all;
    }

    static ByteBuffer all(Framed kind, Vector vector) {
        ByteBuffer all = kind.of(vector.total());
        for (int rank = 0; rank < vector.counts().length; rank++) {
            Messages.fill(vector.block(all, rank), rank);
        }
        return all;
    }

    static ByteBuffer own(Communicator comm, Framed kind, int size) {
        ByteBuffer all = kind.of(size * comm.size());
        Messages.fill(Framed.block(all, comm.rank() * size, size), comm.rank());
        return all;
    }

    static ByteBuffer own(Communicator comm, Framed kind, Vector vector) {
        ByteBuffer all = kind.of(vector.total());
        Messages.fill(vector.block(all, comm.rank()), comm.rank());
        return all;
    }

    /** Expects all blocks, and nothing else written; null, elsewhere than at the root, has none. */
    static void expectAll(Communicator comm, ByteBuffer all, int size, String what) {
        if (all == null) {
            return;
        }
        for (int rank = 0; rank < comm.size(); rank++) {
            Expect.pattern(Framed.block(all, rank * size, size), rank, what + ", block of rank " + rank);
        }
        Framed.expectFrame(all, what);
    }

    static void expectAll(Vector vector, ByteBuffer all, String what) {
        for (int rank = 0; rank < vector.counts().length; rank++) {
            Expect.pattern(vector.block(all, rank), rank, what + ", block of rank " + rank);
        }
        vector.expectGaps(all, what);
    }

    /** Expects the block of this rank alone. */
    static void expectMine(Communicator comm, ByteBuffer block, String what) {
        Expect.pattern(block, comm.rank(), what);
        Framed.expectFrame(block, what);
    }

    /** The pattern of a message from one rank to another. */
    static int pair(int sender, int receiver) {
        return sender * 5 + receiver + 11;
    }

    static ByteBuffer toEach(Communicator comm, Framed kind, Vector vector) {
        ByteBuffer all = kind.of(vector.total());
        for (int rank = 0; rank < comm.size(); rank++) {
            Messages.fill(vector.block(all, rank), pair(comm.rank(), rank));
        }
        return all;
    }

    static void expectFromEach(Communicator comm, Vector vector, ByteBuffer all, String what) {
        for (int rank = 0; rank < comm.size(); rank++) {
            Expect.pattern(vector.block(all, rank), pair(rank, comm.rank()), what + ", block from rank " + rank);
        }
    }

    /**
     * Blocks of different lengths, one for each rank, some of them empty, in the reverse order of the ranks and with
     * gaps.
     *
     * @param counts in bytes
     * @param displacements in bytes
     * @param total bytes that all of it takes, gaps included
     */
    record Vector(int[] counts, int[] displacements, int total) {
        private static final int GAP = 3;

        static Vector of(int[] counts) {
            int[] displacements = new int[counts.length];
            int next = GAP;
            for (int rank = counts.length - 1; rank >= 0; rank--) {
                displacements[rank] = next;
                next += counts[rank] + GAP;
            }
            return new Vector(counts, displacements, next);
        }

        /** A length around a size; every third is 0. */
        static int count(int rank, int size) {
            return rank % 3 == 2 ? 0 : size + rank * 5;
        }

        static Vector around(int ranks, int size) {
            int[] counts = new int[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                counts[rank] = count(rank, size);
            }
            return of(counts);
        }

        ByteBuffer block(ByteBuffer framed, int rank) {
            return Framed.block(framed, displacements[rank], counts[rank]);
        }

        void expectGaps(ByteBuffer framed, String what) {
            Framed.expectGap(framed, 0, GAP, what);
            for (int rank = 0; rank < counts.length; rank++) {
                Framed.expectGap(framed, displacements[rank] + counts[rank], GAP, what);
            }
            Framed.expectFrame(framed, what);
        }
    }
}
