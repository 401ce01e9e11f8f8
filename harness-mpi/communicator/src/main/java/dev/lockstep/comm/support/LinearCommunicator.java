package dev.lockstep.comm.support;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.CollectiveArguments;
import dev.lockstep.comm.spi.ReductionArguments;
import java.nio.ByteBuffer;

/**
 * A communicator whose collectives are linear: each rank exchanges messages with each other directly, and combines what it
 * collects from rank 0 upwards, so that all ranks that have a result have the same bits.
 */
public abstract class LinearCommunicator extends MessageCommunicator {
    /** The checks of collectives' arguments. */
    protected final CollectiveArguments arguments;

    /** The checks of reductions' arguments. */
    protected final ReductionArguments reductionArguments;

    private final Exchanges exchanges;

    /**
     * One rank's.
     *
     * @param progress what is under way
     * @param parts the messages of collectives
     * @param rank of the caller
     * @param size of the group, in ranks
     */
    protected LinearCommunicator(Progress progress, Parts parts, int rank, int size) {
        super(progress, rank, size);
        arguments = new CollectiveArguments(rank, size);
        reductionArguments = new ReductionArguments(rank, size);
        exchanges = new Exchanges(progress, parts, rank, size);
    }

    @Override
    public Request iBarrier() {
        progress.enter();
        Exchange exchange = exchanges.take();
        exchange.movement().barrier();
        return exchanges.start(exchange, "a barrier");
    }

    @Override
    public Request iBcast(ByteBuffer message, int root) {
        progress.enter();
        arguments.bcast(message, root);
        Exchange exchange = exchanges.take();
        exchange.movement().bcast(message, root);
        return exchanges.start(exchange, "a broadcast");
    }

    @Override
    public Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        progress.enter();
        arguments.gather(contribution, result, root);
        Exchange exchange = exchanges.take();
        exchange.movement().gather(contribution, result, root);
        return exchanges.start(exchange, "a gather");
    }

    @Override
    public Request iGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        progress.enter();
        arguments.gatherv(contribution, result, counts, displacements, root);
        Exchange exchange = exchanges.take();
        exchange.movement().gatherv(contribution, result, counts, displacements, root);
        return exchanges.start(exchange, "a gather");
    }

    @Override
    public Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        progress.enter();
        arguments.scatter(contribution, result, root);
        Exchange exchange = exchanges.take();
        exchange.movement().scatter(contribution, result, root);
        return exchanges.start(exchange, "a scatter");
    }

    @Override
    public Request iScatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        progress.enter();
        arguments.scatterv(contribution, counts, displacements, result, root);
        Exchange exchange = exchanges.take();
        exchange.movement().scatterv(contribution, counts, displacements, result, root);
        return exchanges.start(exchange, "a scatter");
    }

    @Override
    public Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        progress.enter();
        arguments.allGather(contribution, result);
        Exchange exchange = exchanges.take();
        exchange.movement().allGather(contribution, result);
        return exchanges.start(exchange, "an allgather");
    }

    @Override
    public Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        progress.enter();
        arguments.allGatherv(contribution, result, counts, displacements);
        Exchange exchange = exchanges.take();
        exchange.movement().allGatherv(contribution, result, counts, displacements);
        return exchanges.start(exchange, "an allgather");
    }

    @Override
    public Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        progress.enter();
        arguments.allToAll(contribution, result);
        Exchange exchange = exchanges.take();
        exchange.movement().allToAll(contribution, result);
        return exchanges.start(exchange, "an all-to-all");
    }

    @Override
    public Request iAllToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        progress.enter();
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        Exchange exchange = exchanges.take();
        exchange.movement()
                .allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        return exchanges.start(exchange, "an all-to-all");
    }

    @Override
    public Request iReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        progress.enter();
        reductionArguments.reduce(contribution, result, type, op, root);
        Exchange exchange = exchanges.take();
        ByteBuffer all = exchange.movement().reduce(input(contribution, result), root);
        return exchanges.start(exchange.combining(all, size, result, type, op), "a reduction");
    }

    @Override
    public Request iAllReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        progress.enter();
        reductionArguments.allReduce(contribution, result, type, op);
        Exchange exchange = exchanges.take();
        ByteBuffer all = exchange.movement().reduce(input(contribution, result), Movement.ALL);
        return exchanges.start(exchange.combining(all, size, result, type, op), "an allreduce");
    }

    @Override
    public Request iReduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        progress.enter();
        reductionArguments.reduceScatterBlock(contribution, result, type, op);
        Exchange exchange = exchanges.take();
        ByteBuffer all = exchange.movement().reduceScatterBlock(input(contribution, result));
        return exchanges.start(exchange.combining(all, size, result, type, op), "a reduce-scatter");
    }

    @Override
    public Request iReduceScatter(
            ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        progress.enter();
        reductionArguments.reduceScatter(contribution, result, counts, type, op);
        Exchange exchange = exchanges.take();
        ByteBuffer all = exchange.movement().reduceScatter(input(contribution, result), counts);
        return exchanges.start(exchange.combining(all, size, result, type, op), "a reduce-scatter");
    }

    @Override
    public Request iScan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        return iScan(contribution, result, rank + 1, type, op);
    }

    @Override
    public Request iExscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        return iScan(contribution, result, rank, type, op);
    }

    @Override
    public void barrier() {
        iBarrier().await(null);
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        iBcast(message, root).await(null);
    }

    @Override
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        iGather(contribution, result, root).await(null);
    }

    @Override
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        iGatherv(contribution, result, counts, displacements, root).await(null);
    }

    @Override
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        iScatter(contribution, result, root).await(null);
    }

    @Override
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        iScatterv(contribution, counts, displacements, result, root).await(null);
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        iAllGather(contribution, result).await(null);
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        iAllGatherv(contribution, result, counts, displacements).await(null);
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        iAllToAll(contribution, result).await(null);
    }

    @Override
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        iAllToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements)
                .await(null);
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        iReduce(contribution, result, type, op, root).await(null);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        iAllReduce(contribution, result, type, op).await(null);
    }

    @Override
    public void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        iReduceScatterBlock(contribution, result, type, op).await(null);
    }

    @Override
    public void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        iReduceScatter(contribution, result, counts, type, op).await(null);
    }

    @Override
    public void scan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        iScan(contribution, result, type, op).await(null);
    }

    @Override
    public void exscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        iExscan(contribution, result, type, op).await(null);
    }

    /** Collects everybody's elements, as an allreduce does, and combines those of the first ranks. */
    private Request iScan(ByteBuffer contribution, ByteBuffer result, int ranks, Datatype type, ReduceOp op) {
        progress.enter();
        reductionArguments.allReduce(contribution, result, type, op);
        Exchange exchange = exchanges.take();
        ByteBuffer all = exchange.movement().reduce(input(contribution, result), Movement.ALL);
        return exchanges.start(exchange.combining(all, ranks, result, type, op), "a scan");
    }

    /** The input of this rank. In place needs no copy: the result is written when all others have it. */
    private static ByteBuffer input(ByteBuffer contribution, ByteBuffer result) {
        return contribution == IN_PLACE ? result : contribution;
    }
}
