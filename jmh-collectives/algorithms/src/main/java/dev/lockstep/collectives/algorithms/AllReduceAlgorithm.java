package dev.lockstep.collectives.algorithms;

/** How an allreduce is done. All ranks get the same bits. */
public enum AllReduceAlgorithm implements Algorithm {
    /** Rank 0 collects all elements, combines them from rank 0 upwards, and sends everyone the result. */
    LINEAR,
    /** A binomial tree combines into rank 0, another sends the result to all (Thakur 2005). */
    BINOMIAL,
    /**
     * A reduce-scatter around a ring, then an allgather (P. Patarasuk, X. Yuan: Bandwidth optimal all-reduce algorithms
     * for clusters of workstations, J. Parallel and Distributed Computing 69(2), 2009). The only one whose order is not
     * that of ranks.
     */
    RING,
    /** Partners exchange all that they have, at twice the distance each time (Thakur 2005). */
    RECURSIVE_DOUBLING,
    /**
     * Partners exchange halves, then quarters, until each rank has a part of the result; then they put the parts
     * together in reverse (R. Rabenseifner: Optimization of collective reduction operations, ICCS 2004). Distances are
     * doubled, not halved: so neighbours combine first, and the order stays.
     */
    RABENSEIFNER;

    /**
     * Whether elements are combined in the order of ranks, so that the operation need not be commutative.
     *
     * @return false for {@link #RING} alone
     */
    public boolean keepsOrder() {
        return this != RING;
    }
}
