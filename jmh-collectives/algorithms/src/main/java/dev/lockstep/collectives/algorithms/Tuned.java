package dev.lockstep.collectives.algorithms;

/**
 * By size and number of ranks. An allreduce of two ranks was measured; other bounds are those of R. Thakur, R. Rabenseifner,
 * W. Gropp: Optimization of collective communication operations in MPICH, Int. J. High Performance Computing Applications
 * 19(1), 2005. Between two ranks the algorithms of all other collectives send much the same.
 */
final class Tuned implements Choice {
    private static final int MANY = 8;

    @Override
    public AllReduceAlgorithm allReduce(int ranks, int bytes) {
        if (ranks <= 2) {
            return bytes < 16 << 10 ? AllReduceAlgorithm.RECURSIVE_DOUBLING : AllReduceAlgorithm.RING;
        }
        return bytes < 2 << 10 ? AllReduceAlgorithm.RECURSIVE_DOUBLING : AllReduceAlgorithm.RABENSEIFNER;
    }

    @Override
    public BroadcastAlgorithm broadcast(int ranks, int bytes) {
        return ranks < MANY || bytes < 12 << 10 ? BroadcastAlgorithm.BINOMIAL : BroadcastAlgorithm.SCATTER_ALLGATHER;
    }

    @Override
    public AllToAllAlgorithm allToAll(int ranks, int bytes) {
        if (ranks >= MANY && bytes <= 256) {
            return AllToAllAlgorithm.BRUCK;
        }
        return bytes <= 32 << 10 ? AllToAllAlgorithm.LINEAR : AllToAllAlgorithm.PAIRWISE;
    }

    @Override
    public AllToAllAlgorithm allToAllv(int ranks) {
        return AllToAllAlgorithm.LINEAR;
    }

    @Override
    public AllGatherAlgorithm allGather(int ranks, long bytes) {
        return ranks > 2 && bytes < 80 << 10 ? AllGatherAlgorithm.BRUCK : AllGatherAlgorithm.RING;
    }

    @Override
    public BarrierAlgorithm barrier(int ranks) {
        return BarrierAlgorithm.DISSEMINATION;
    }

    @Override
    public int segment(int ranks, int bytes) {
        return Algorithms.DEFAULT.segment();
    }
}
