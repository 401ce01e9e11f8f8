package dev.lockstep.collectives.algorithms;

/** How a barrier is done. */
public enum BarrierAlgorithm implements Algorithm {
    /** Rank 0 hears from everyone, then everyone hears from rank 0. */
    LINEAR,
    /**
     * Each rank tells another, at twice the distance each time (D. Hensgen, R. Finkel, U. Manber: Two algorithms for
     * barrier synchronization, Int. J. Parallel Programming 17(1), 1988).
     */
    DISSEMINATION;
}
