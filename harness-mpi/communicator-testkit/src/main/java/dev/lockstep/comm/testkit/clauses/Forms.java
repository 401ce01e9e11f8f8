package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Reductions;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Clauses that hold for a collective and for its non-blocking form alike, with buffers of all kinds and sizes. */
final class Forms {
    /** Sizes of a block; the last is longer than any eager limit. */
    private static final int[] SIZES = {0, 1, 100, 70_001};

    private Forms() {}

    /** The code that checks one form of a collective. */
    interface Check {
        void run(Communicator comm, Collectives by, Framed kind, int size);
    }

    /** The name of a clause about the non-blocking form. */
    static String started(String name) {
        return "i" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** A clause about each form. */
    static List<Clause> both(String name, Check check, Capability... needs) {
        return List.of(new Clause(name, comm -> all(comm, comm, check), needs), started(name, check, needs));
    }

    /** A clause about the non-blocking form only. */
    static Clause started(String name, Check check, Capability... needs) {
        Set<Capability> all = EnumSet.of(NON_BLOCKING_COLLECTIVES, needs);
        return new Clause(started(name), all, comm -> all(comm, new Started(comm), check));
    }

    private static void all(Communicator comm, Collectives by, Check check) {
        for (Framed kind : Framed.ALL) {
            for (int size : SIZES) {
                check.run(comm, by, kind, size);
            }
        }
    }

    /**
     * Runs collectives as started and at once awaited, so that one clause checks both forms.
     *
     * @param comm whose non-blocking collectives they are
     */
    record Started(Communicator comm) implements Collectives, Reductions {

        @Override
        public void barrier() {
            comm.iBarrier().await();
        }

        @Override
        public void bcast(ByteBuffer message, int root) {
            comm.iBcast(message, root).await();
        }

        @Override
        public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
            comm.iGather(contribution, result, root).await();
        }

        @Override
        public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
            comm.iGatherv(contribution, result, counts, displacements, root).await();
        }

        @Override
        public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
            comm.iScatter(contribution, result, root).await();
        }

        @Override
        public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
            comm.iScatterv(contribution, counts, displacements, result, root).await();
        }

        @Override
        public void allGather(ByteBuffer contribution, ByteBuffer result) {
            comm.iAllGather(contribution, result).await();
        }

        @Override
        public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
            comm.iAllGatherv(contribution, result, counts, displacements).await();
        }

        @Override
        public void allToAll(ByteBuffer contribution, ByteBuffer result) {
            comm.iAllToAll(contribution, result).await();
        }

        @Override
        public void allToAllv(
                ByteBuffer contribution,
                int[] sendCounts,
                int[] sendDisplacements,
                ByteBuffer result,
                int[] recvCounts,
                int[] recvDisplacements) {
            comm.iAllToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements)
                    .await();
        }

        @Override
        public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
            comm.iReduce(contribution, result, type, op, root).await();
        }

        @Override
        public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
            comm.iAllReduce(contribution, result, type, op).await();
        }

        @Override
        public void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
            comm.iReduceScatterBlock(contribution, result, type, op).await();
        }

        @Override
        public void reduceScatter(
                ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
            comm.iReduceScatter(contribution, result, counts, type, op).await();
        }

        @Override
        public void scan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
            comm.iScan(contribution, result, type, op).await();
        }

        @Override
        public void exscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
            comm.iExscan(contribution, result, type, op).await();
        }
    }
}
