package dev.lockstep.comm.support;

import java.nio.ByteBuffer;

/**
 * The bytes of a buffer that go to each rank, or come from each: the one shape that all collectives have in common.
 * Reused, so that nothing is allocated.
 */
public final class Blocks {
    /** The partner that stands for every rank. */
    public static final int ALL = -1;

    private static final int NONE = -2;

    private final int[] sums;
    private ByteBuffer buffer;
    private int position;
    private int length;
    private int stride;
    private int[] counts;
    private int[] displacements;
    private int partner = NONE;

    /** No bytes yet, for so many ranks. */
    public Blocks(int size) {
        sums = new int[size];
    }

    /** Chooses no bytes for any rank. */
    public void none() {
        buffer = null;
        counts = null;
        displacements = null;
        partner = NONE;
    }

    /** Chooses the same bytes for every rank: position to limit. */
    public Blocks whole(ByteBuffer of) {
        return part(of, 0, of.remaining());
    }

    /** Chooses the same bytes for every rank, from an offset behind the position. */
    public Blocks part(ByteBuffer of, int offset, int bytes) {
        return set(of, of.position() + offset, bytes, 0);
    }

    /** Chooses a block of the same length for every rank. */
    public Blocks equal(ByteBuffer of, int bytes) {
        return set(of, of.position(), bytes, bytes);
    }

    /** Chooses a block of its own length for every rank; the arrays are kept. */
    public Blocks vector(ByteBuffer of, int[] lengths, int[] beginnings) {
        set(of, of.position(), 0, 0);
        counts = lengths;
        displacements = beginnings;
        return this;
    }

    /** Chooses a block of its own length for every rank, without gaps. */
    public Blocks consecutive(ByteBuffer of, int[] lengths) {
        int sum = 0;
        for (int rank = 0; rank < sums.length; rank++) {
            sums[rank] = sum;
            sum += lengths[rank];
        }
        return vector(of, lengths, sums);
    }

    /** Limits the choice to the block of one rank. */
    public void only(int rank) {
        partner = rank;
    }

    /** Whether there are any for a rank. */
    public boolean with(int rank) {
        return partner == ALL || partner == rank;
    }

    /** The buffer that has them. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** The index at which the block of a rank begins in the buffer. */
    public int at(int rank) {
        return position + (counts == null ? rank * stride : displacements[rank]);
    }

    /** The length of a rank's block, in bytes. */
    public int length(int rank) {
        return counts == null ? length : counts[rank];
    }

    private Blocks set(ByteBuffer of, int from, int bytes, int apart) {
        buffer = of;
        position = from;
        length = bytes;
        stride = apart;
        counts = null;
        displacements = null;
        partner = ALL;
        return this;
    }
}
