package dev.lockstep.collectives.algorithms;

/**
 * A choice that is the same for all sizes.
 *
 * @param allReduce of allreduce
 * @param broadcast of bcast
 * @param allToAll of alltoall and alltoallv
 * @param allGather of allgather and allgatherv
 * @param barrier of barrier
 * @param segment of {@link BroadcastAlgorithm#CHAIN}, in bytes
 */
public record Algorithms(
        AllReduceAlgorithm allReduce,
        BroadcastAlgorithm broadcast,
        AllToAllAlgorithm allToAll,
        AllGatherAlgorithm allGather,
        BarrierAlgorithm barrier,
        int segment)
        implements Choice {

    /** One of each, with segments of 8 KiB; {@link Choice#TUNED} is faster. */
    public static final Algorithms DEFAULT = new Algorithms(
            AllReduceAlgorithm.RECURSIVE_DOUBLING,
            BroadcastAlgorithm.BINOMIAL,
            AllToAllAlgorithm.PAIRWISE,
            AllGatherAlgorithm.RING,
            BarrierAlgorithm.DISSEMINATION,
            8192);

    /** Checks the segment. */
    public Algorithms {
        if (segment < 1) {
            throw new IllegalArgumentException("a segment must have at least 1 byte, not " + segment);
        }
    }

    /** A copy with another allreduce. */
    public Algorithms with(AllReduceAlgorithm other) {
        return new Algorithms(other, broadcast, allToAll, allGather, barrier, segment);
    }

    /** A copy with another broadcast. */
    public Algorithms with(BroadcastAlgorithm other) {
        return new Algorithms(allReduce, other, allToAll, allGather, barrier, segment);
    }

    /** A copy with another alltoall. */
    public Algorithms with(AllToAllAlgorithm other) {
        return new Algorithms(allReduce, broadcast, other, allGather, barrier, segment);
    }

    /** A copy with another allgather. */
    public Algorithms with(AllGatherAlgorithm other) {
        return new Algorithms(allReduce, broadcast, allToAll, other, barrier, segment);
    }

    /** A copy with another barrier. */
    public Algorithms with(BarrierAlgorithm other) {
        return new Algorithms(allReduce, broadcast, allToAll, allGather, other, segment);
    }

    /** A copy with segments of so many bytes. */
    public Algorithms withSegment(int bytes) {
        return new Algorithms(allReduce, broadcast, allToAll, allGather, barrier, bytes);
    }

    @Override
    public AllReduceAlgorithm allReduce(int ranks, int bytes) {
        return allReduce;
    }

    @Override
    public BroadcastAlgorithm broadcast(int ranks, int bytes) {
        return broadcast;
    }

    @Override
    public AllToAllAlgorithm allToAll(int ranks, int bytes) {
        return allToAll;
    }

    @Override
    public AllToAllAlgorithm allToAllv(int ranks) {
        return allToAll;
    }

    @Override
    public AllGatherAlgorithm allGather(int ranks, long bytes) {
        return allGather;
    }

    @Override
    public BarrierAlgorithm barrier(int ranks) {
        return barrier;
    }

    @Override
    public int segment(int ranks, int bytes) {
        return segment;
    }
}
