package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Reductions;
import java.nio.ByteBuffer;

/** Collectives that another communicator does. */
interface DelegatingCollectives extends Collectives, Reductions {

    /** Who does it. */
    Communicator to();

    @Override
    default void barrier() {
        to().barrier();
    }

    @Override
    default void bcast(ByteBuffer message, int root) {
        to().bcast(message, root);
    }

    @Override
    default void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        to().gather(contribution, result, root);
    }

    @Override
    default void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        to().gatherv(contribution, result, counts, displacements, root);
    }

    @Override
    default void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        to().scatter(contribution, result, root);
    }

    @Override
    default void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        to().scatterv(contribution, counts, displacements, result, root);
    }

    @Override
    default void allGather(ByteBuffer contribution, ByteBuffer result) {
        to().allGather(contribution, result);
    }

    @Override
    default void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        to().allGatherv(contribution, result, counts, displacements);
    }

    @Override
    default void allToAll(ByteBuffer contribution, ByteBuffer result) {
        to().allToAll(contribution, result);
    }

    @Override
    default void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        to().allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
    }

    @Override
    default void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        to().reduce(contribution, result, type, op, root);
    }

    @Override
    default void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        to().allReduce(contribution, result, type, op);
    }

    @Override
    default void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        to().reduceScatterBlock(contribution, result, type, op);
    }

    @Override
    default void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        to().reduceScatter(contribution, result, counts, type, op);
    }
}
