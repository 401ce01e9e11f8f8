package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** All collectives pass through one place, under the names that their clauses have. */
abstract class Intercepted extends Delegating {

    Intercepted(Communicator to) {
        super(to);
    }

    /** A collective that returns when it is done; buffers may be null or IN_PLACE. */
    abstract void done(String name, ByteBuffer read, ByteBuffer written, Runnable call);

    /** A collective that is started. */
    abstract Request started(String name, ByteBuffer read, ByteBuffer written, Supplier<Request> call);

    private static String name(String operation, ByteBuffer read, ByteBuffer written) {
        return read == IN_PLACE || written == IN_PLACE ? operation + " in place" : operation;
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        done(name("bcast", null, message), null, message, () -> to.bcast(message, root));
    }

    @Override
    public Request iBcast(ByteBuffer message, int root) {
        return started(name("iBcast", null, message), null, message, () -> to.iBcast(message, root));
    }

    @Override
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        done(name("gather", contribution, result), contribution, result, () -> to.gather(contribution, result, root));
    }

    @Override
    public Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        return started(
                name("iGather", contribution, result),
                contribution,
                result,
                () -> to.iGather(contribution, result, root));
    }

    @Override
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        done(
                name("gatherv", contribution, result),
                contribution,
                result,
                () -> to.gatherv(contribution, result, counts, displacements, root));
    }

    @Override
    public Request iGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        return started(
                name("iGatherv", contribution, result),
                contribution,
                result,
                () -> to.iGatherv(contribution, result, counts, displacements, root));
    }

    @Override
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        done(name("scatter", contribution, result), contribution, result, () -> to.scatter(contribution, result, root));
    }

    @Override
    public Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        return started(
                name("iScatter", contribution, result),
                contribution,
                result,
                () -> to.iScatter(contribution, result, root));
    }

    @Override
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        done(
                name("scatterv", contribution, result),
                contribution,
                result,
                () -> to.scatterv(contribution, counts, displacements, result, root));
    }

    @Override
    public Request iScatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        return started(
                name("iScatterv", contribution, result),
                contribution,
                result,
                () -> to.iScatterv(contribution, counts, displacements, result, root));
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        done(name("allGather", contribution, result), contribution, result, () -> to.allGather(contribution, result));
    }

    @Override
    public Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        return started(
                name("iAllGather", contribution, result),
                contribution,
                result,
                () -> to.iAllGather(contribution, result));
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        done(
                name("allGatherv", contribution, result),
                contribution,
                result,
                () -> to.allGatherv(contribution, result, counts, displacements));
    }

    @Override
    public Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        return started(
                name("iAllGatherv", contribution, result),
                contribution,
                result,
                () -> to.iAllGatherv(contribution, result, counts, displacements));
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        done(name("allToAll", contribution, result), contribution, result, () -> to.allToAll(contribution, result));
    }

    @Override
    public Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        return started(
                name("iAllToAll", contribution, result),
                contribution,
                result,
                () -> to.iAllToAll(contribution, result));
    }

    @Override
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        done(
                name("allToAllv", contribution, result),
                contribution,
                result,
                () -> to.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements));
    }

    @Override
    public Request iAllToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        return started(
                name("iAllToAllv", contribution, result),
                contribution,
                result,
                () -> to.iAllToAllv(
                        contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements));
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        done(
                name("reduce", contribution, result),
                contribution,
                result,
                () -> to.reduce(contribution, result, type, op, root));
    }

    @Override
    public Request iReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        return started(
                name("iReduce", contribution, result),
                contribution,
                result,
                () -> to.iReduce(contribution, result, type, op, root));
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        done(
                name("allReduce", contribution, result),
                contribution,
                result,
                () -> to.allReduce(contribution, result, type, op));
    }

    @Override
    public Request iAllReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        return started(
                name("iAllReduce", contribution, result),
                contribution,
                result,
                () -> to.iAllReduce(contribution, result, type, op));
    }

    @Override
    public void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        done(
                name("reduceScatterBlock", contribution, result),
                contribution,
                result,
                () -> to.reduceScatterBlock(contribution, result, type, op));
    }

    @Override
    public Request iReduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        return started(
                name("iReduceScatterBlock", contribution, result),
                contribution,
                result,
                () -> to.iReduceScatterBlock(contribution, result, type, op));
    }

    @Override
    public void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        done(
                name("reduceScatter", contribution, result),
                contribution,
                result,
                () -> to.reduceScatter(contribution, result, counts, type, op));
    }

    @Override
    public Request iReduceScatter(
            ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        return started(
                name("iReduceScatter", contribution, result),
                contribution,
                result,
                () -> to.iReduceScatter(contribution, result, counts, type, op));
    }
}
