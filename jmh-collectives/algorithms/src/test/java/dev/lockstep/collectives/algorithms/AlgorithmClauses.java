package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.util.Random;

/**
 * What all algorithms must keep, on any communicator whose ranks are of one host. Every rank calls a clause; one that
 * is broken raises an {@link AssertionError} that says where. Without JUnit, so that ranks can be processes.
 */
public final class AlgorithmClauses {
    private static final int LARGE = 20_011;

    private AlgorithmClauses() {}

    /**
     * Every algorithm with every root and all counts at which algorithms break; then the same with synchronous sends.
     *
     * @param comm of the calling rank; left open
     */
    public static void sweep(Communicator comm) {
        sweepPlainly(comm);
        if (comm.supports(Capability.SYNCHRONOUS_SEND)) {
            sweepPlainly(new Synchronous(comm));
        }
    }

    /**
     * Calls of random collectives, algorithms, sizes and roots, one after another without anything between: a third as
     * they are, a third with ranks that are late, a third with synchronous sends.
     *
     * @param comm of the calling rank; left open
     * @param calls how many
     * @param seed of what is random; the same on all ranks
     */
    public static void mixed(Communicator comm, int calls, long seed) {
        int third = (calls + 2) / 3;
        mixedPlainly(comm, third, seed);
        mixedPlainly(new Delayed(comm, seed), third, seed + 1);
        if (comm.supports(Capability.SYNCHRONOUS_SEND)) {
            mixedPlainly(new Synchronous(comm), third, seed + 2);
        }
    }

    private static void sweepPlainly(Communicator comm) {
        int size = comm.size();
        int[] counts = {0, 1, size - 1, size, size + 1, 251, 1000};
        try (Trial trial = new Trial(comm)) {
            for (boolean inPlace : new boolean[] {false, true}) {
                for (AllReduceAlgorithm algorithm : AllReduceAlgorithm.values()) {
                    reductions(trial, algorithm, counts, size, inPlace);
                }
                for (int bytes : counts) {
                    for (AllGatherAlgorithm algorithm : AllGatherAlgorithm.values()) {
                        trial.allGather(algorithm, bytes, inPlace);
                        trial.allGatherv(algorithm, bytes, inPlace);
                    }
                    for (AllToAllAlgorithm algorithm : AllToAllAlgorithm.values()) {
                        trial.allToAll(algorithm, bytes, inPlace);
                        trial.allToAllv(algorithm, bytes, inPlace);
                    }
                }
            }
            for (int root = 0; root < size; root++) {
                for (BroadcastAlgorithm algorithm : BroadcastAlgorithm.values()) {
                    for (int bytes : counts) {
                        trial.bcast(algorithm, bytes, root, 100);
                    }
                    trial.bcast(algorithm, LARGE, root, Algorithms.DEFAULT.segment());
                }
                for (BarrierAlgorithm algorithm : BarrierAlgorithm.values()) {
                    trial.barrier(algorithm, true);
                }
            }
        }
    }

    private static void reductions(Trial trial, AllReduceAlgorithm algorithm, int[] counts, int size, boolean inPlace) {
        for (int count : counts) {
            trial.allReduce(algorithm, count, Datatype.INT, ReduceOp.SUM, inPlace);
            trial.matrices(algorithm, count, inPlace);
        }
        for (Datatype type : Datatype.values()) {
            for (ReduceOp op : ReduceOp.values()) {
                trial.allReduce(algorithm, size + 1, type, op, inPlace);
            }
        }
        trial.allReduce(algorithm, LARGE, Datatype.DOUBLE, ReduceOp.MAX, inPlace);
        trial.floats(algorithm, size + 1, Datatype.FLOAT, inPlace);
        trial.floats(algorithm, 251, Datatype.DOUBLE, inPlace);
    }

    private static void mixedPlainly(Communicator comm, int calls, long seed) {
        Random random = new Random(seed);
        try (Trial trial = new Trial(comm)) {
            for (int i = 0; i < calls; i++) {
                random(trial, comm.size(), random);
            }
        }
    }

    private static void random(Trial trial, int size, Random random) {
        int count = random.nextInt(random.nextInt(50) == 0 ? 2000 : 40);
        boolean inPlace = random.nextBoolean();
        switch (random.nextInt(9)) {
            case 0 ->
                trial.allReduce(
                        any(AllReduceAlgorithm.values(), random),
                        count,
                        any(Datatype.values(), random),
                        any(ReduceOp.values(), random),
                        inPlace);
            case 1 -> trial.matrices(any(AllReduceAlgorithm.values(), random), count, inPlace);
            case 2 -> trial.floats(any(AllReduceAlgorithm.values(), random), count, Datatype.FLOAT, inPlace);
            case 3 ->
                trial.bcast(
                        any(BroadcastAlgorithm.values(), random),
                        count * 8,
                        random.nextInt(size),
                        1 + random.nextInt(500));
            case 4 -> trial.allGather(any(AllGatherAlgorithm.values(), random), count, inPlace);
            case 5 -> trial.allGatherv(any(AllGatherAlgorithm.values(), random), count, inPlace);
            case 6 -> trial.allToAll(any(AllToAllAlgorithm.values(), random), count, inPlace);
            case 7 -> trial.allToAllv(any(AllToAllAlgorithm.values(), random), count, inPlace);
            default -> trial.barrier(any(BarrierAlgorithm.values(), random), false);
        }
    }

    private static <T> T any(T[] of, Random random) {
        return of[random.nextInt(of.length)];
    }
}
