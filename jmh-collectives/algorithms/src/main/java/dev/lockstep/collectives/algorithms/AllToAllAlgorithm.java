package dev.lockstep.collectives.algorithms;

/** How an exchange of blocks (alltoall and alltoallv) is done. */
public enum AllToAllAlgorithm implements Algorithm {
    /** All messages to and from all ranks are started at once. */
    LINEAR,
    /** In each round a rank sends to one rank and receives from another, at growing distances (Thakur 2005). */
    PAIRWISE,
    /**
     * Blocks travel by powers of two, many in one message (J. Bruck, C.-T. Ho, S. Kipnis, E. Upfal, D. Weathersby:
     * Efficient algorithms for all-to-all communications in multiport message-passing systems, IEEE Trans. Parallel and
     * Distributed Systems 8(11), 1997). With blocks of any length, ranks first agree on the longest, and each length
     * travels in front of its block.
     */
    BRUCK;
}
