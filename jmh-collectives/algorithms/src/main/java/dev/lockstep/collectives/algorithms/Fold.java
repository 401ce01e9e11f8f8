package dev.lockstep.collectives.algorithms;

import java.nio.ByteBuffer;

/** How the elements of two ranks, or of two groups of neighbouring ranks, become one. It is associative. */
interface Fold {

    /** The size of an element, in bytes. */
    int bytes();

    /** Whether the order of two elements does not matter. */
    boolean commutes();

    /**
     * Combines elements pairwise into the place of a rank's own.
     *
     * @param own this rank's elements, which are replaced
     * @param at the index of the first in its buffer, whatever the buffer's position
     * @param other those of other ranks
     * @param otherAt the index of the first
     * @param bytes of all elements on one side
     * @param otherFirst whether the other ranks' stand left of the operation, being lower
     */
    void combine(ByteBuffer own, int at, ByteBuffer other, int otherAt, int bytes, boolean otherFirst);
}
