package dev.lockstep.collectives;

import java.nio.ByteBuffer;

/**
 * Blocks that follow each other, one for each rank.
 *
 * @param counts their lengths, in bytes
 * @param displacements their beginnings, in bytes
 */
record Blocks(int[] counts, int[] displacements) {
    /** All of the same length. */
    static final String EQUAL = "equal";

    /** The longer, the higher the rank, from about 0 to twice the length; as many bytes in all, or nearly. */
    static final String UNEVEN = "uneven";

    /**
     * Lays them out.
     *
     * @param kind {@value #EQUAL} or {@value #UNEVEN}
     * @param bytes of one block, or of one on average
     * @param unit that lengths are multiples of
     * @param size number of ranks
     * @param first which of them comes first in order of length
     */
    static Blocks of(String kind, int bytes, int unit, int size, int first) {
        int[] counts = new int[size];
        int[] displacements = new int[size];
        int end = 0;
        for (int i = 0; i < size; i++) {
            int place = (first + i) % size;
            counts[i] = kind.equals(EQUAL) ? bytes : (int) (2L * bytes / unit * (place + 1) / (size + 1)) * unit;
            displacements[i] = end;
            end = Math.addExact(end, counts[i]);
        }
        return new Blocks(counts, displacements);
    }

    int total() {
        int last = counts.length - 1;
        return displacements[last] + counts[last];
    }

    /** A block of a buffer that holds them all. */
    ByteBuffer of(ByteBuffer all, int rank) {
        int begin = all.position() + displacements[rank];
        return all.duplicate().limit(begin + counts[rank]).position(begin).slice();
    }
}
