package dev.lockstep.collectives.algorithms;

/** How a broadcast is done. */
public enum BroadcastAlgorithm implements Algorithm {
    /** Root sends to every rank. */
    LINEAR,
    /** A binomial tree (Thakur 2005). */
    BINOMIAL,
    /**
     * Root scatters blocks by a binomial tree, and a ring gathers them everywhere (M. Barnett, S. Gupta, D. Payne, L.
     * Shuler, R. van de Geijn, J. Watts: Interprocessor collective communication library, SHPCC 1994).
     */
    SCATTER_ALLGATHER,
    /**
     * Each rank passes segments on to the next (J. Pješivac-Grbović et al.: Performance analysis of MPI collective
     * operations, Cluster Computing 10(2), 2007). {@link Choice#segment} says how long they are.
     */
    CHAIN;
}
