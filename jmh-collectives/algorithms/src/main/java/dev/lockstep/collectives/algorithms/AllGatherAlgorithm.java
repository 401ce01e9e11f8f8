package dev.lockstep.collectives.algorithms;

/** How an allgather or allgatherv is done. */
public enum AllGatherAlgorithm implements Algorithm {
    /** Every rank sends its block to every rank. */
    LINEAR,
    /** Blocks are passed on around a ring (Thakur 2005). */
    RING,
    /**
     * Each round doubles the blocks that a rank has; they are put in order at the end (Bruck 1997, as for alltoall).
     */
    BRUCK;
}
