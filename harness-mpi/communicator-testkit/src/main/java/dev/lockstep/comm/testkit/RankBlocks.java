package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;

/** Buffers with a block for each rank: the block of rank r shows the pattern r, or of sender and receiver. */
final class RankBlocks {
    private RankBlocks() {}

    /** All blocks. */
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

    /** The block of this rank only. */
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

    /** All blocks are there, and nothing else was written; null, elsewhere than at the root, has none. */
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

    /** The block of this rank alone is there. */
    static void expectMine(Communicator comm, ByteBuffer block, String what) {
        Expect.pattern(block, comm.rank(), what);
        Framed.expectFrame(block, what);
    }

    /** The pattern of what one rank sends another. */
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
}
