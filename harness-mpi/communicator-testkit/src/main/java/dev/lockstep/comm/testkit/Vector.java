package dev.lockstep.comm.testkit;

import java.nio.ByteBuffer;

/**
 * Blocks of different lengths, one for each rank, some of them empty, in the reverse order of the ranks and with gaps.
 *
 * @param counts in bytes
 * @param displacements in bytes
 * @param total bytes that all of it takes, gaps included
 */
record Vector(int[] counts, int[] displacements, int total) {
    private static final int GAP = 3;

    /** Blocks of these lengths. */
    static Vector of(int[] counts) {
        int[] displacements = new int[counts.length];
        int next = GAP;
        for (int rank = counts.length - 1; rank >= 0; rank--) {
            displacements[rank] = next;
            next += counts[rank] + GAP;
        }
        return new Vector(counts, displacements, next);
    }

    /** Lengths around a size, of which every third is 0. */
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
