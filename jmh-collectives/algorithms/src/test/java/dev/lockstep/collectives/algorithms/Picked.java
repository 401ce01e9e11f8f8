package dev.lockstep.collectives.algorithms;

/** A choice that is changed from call to call. */
final class Picked implements Choice {
    Algorithms now = Algorithms.DEFAULT;

    @Override
    public AllReduceAlgorithm allReduce(int ranks, int bytes) {
        return now.allReduce();
    }

    @Override
    public BroadcastAlgorithm broadcast(int ranks, int bytes) {
        return now.broadcast();
    }

    @Override
    public AllToAllAlgorithm allToAll(int ranks, int bytes) {
        return now.allToAll();
    }

    @Override
    public AllToAllAlgorithm allToAllv(int ranks) {
        return now.allToAll();
    }

    @Override
    public AllGatherAlgorithm allGather(int ranks, long bytes) {
        return now.allGather();
    }

    @Override
    public BarrierAlgorithm barrier(int ranks) {
        return now.barrier();
    }

    @Override
    public int segment(int ranks, int bytes) {
        return now.segment();
    }
}
