package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.NonBlockingCollectives;
import dev.lockstep.comm.NonBlockingReductions;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;

/** Collectives that another communicator starts. */
interface DelegatingStarts extends NonBlockingCollectives, NonBlockingReductions {

    /** Who does it. */
    Communicator to();

    @Override
    default Request iBarrier() {
        return to().iBarrier();
    }

    @Override
    default Request iBcast(ByteBuffer message, int root) {
        return to().iBcast(message, root);
    }

    @Override
    default Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        return to().iGather(contribution, result, root);
    }

    @Override
    default Request iGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        return to().iGatherv(contribution, result, counts, displacements, root);
    }

    @Override
    default Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        return to().iScatter(contribution, result, root);
    }

    @Override
    default Request iScatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        return to().iScatterv(contribution, counts, displacements, result, root);
    }

    @Override
    default Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        return to().iAllGather(contribution, result);
    }

    @Override
    default Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        return to().iAllGatherv(contribution, result, counts, displacements);
    }

    @Override
    default Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        return to().iAllToAll(contribution, result);
    }

    @Override
    default Request iAllToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        return to().iAllToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
    }

    @Override
    default Request iReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        return to().iReduce(contribution, result, type, op, root);
    }

    @Override
    default Request iAllReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        return to().iAllReduce(contribution, result, type, op);
    }

    @Override
    default Request iReduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        return to().iReduceScatterBlock(contribution, result, type, op);
    }

    @Override
    default Request iReduceScatter(
            ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        return to().iReduceScatter(contribution, result, counts, type, op);
    }
}
