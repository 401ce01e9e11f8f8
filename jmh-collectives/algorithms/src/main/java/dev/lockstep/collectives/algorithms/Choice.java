package dev.lockstep.collectives.algorithms;

/**
 * Which algorithm serves a call. All ranks must choose alike, so a choice may depend on nothing but its arguments,
 * which are the same on all ranks. It is asked at every call, and should allocate nothing.
 */
public interface Choice {
    /** By size and number of ranks. The module's README has the bounds, and where they are from. */
    Choice TUNED = new Tuned();

    /**
     * For an allreduce.
     *
     * @param ranks of the communicator
     * @param bytes of the result
     */
    AllReduceAlgorithm allReduce(int ranks, int bytes);

    /**
     * For a broadcast.
     *
     * @param ranks of the communicator
     * @param bytes of the message
     */
    BroadcastAlgorithm broadcast(int ranks, int bytes);

    /**
     * For an exchange of blocks of one length.
     *
     * @param ranks of the communicator
     * @param bytes of one block
     */
    AllToAllAlgorithm allToAll(int ranks, int bytes);

    /**
     * For an exchange of blocks of any length, of which ranks know their own alone.
     *
     * @param ranks of the communicator
     */
    AllToAllAlgorithm allToAllv(int ranks);

    /**
     * For an allgather, with blocks of one length or any.
     *
     * @param ranks of the communicator
     * @param bytes of all blocks together
     */
    AllGatherAlgorithm allGather(int ranks, long bytes);

    /**
     * For a barrier.
     *
     * @param ranks of the communicator
     */
    BarrierAlgorithm barrier(int ranks);

    /**
     * The length of a segment of {@link BroadcastAlgorithm#CHAIN}.
     *
     * @param ranks of the communicator
     * @param bytes of the message
     * @return in bytes, at least 1
     */
    int segment(int ranks, int bytes);
}
