package dev.lockstep.comm.local;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.CollectiveArguments;
import dev.lockstep.comm.spi.ReductionArguments;
import java.nio.ByteBuffer;

/** The part of a communicator that starts collectives. */
abstract class LocalNonBlocking extends LocalPointToPoint {
    final CollectiveArguments arguments;
    final ReductionArguments reductionArguments;
    private final Exchanges exchanges;
    private final int rank;
    private final int size;

    LocalNonBlocking(ProgressEngine engine, int rank, int size) {
        super(engine, size);
        this.rank = rank;
        this.size = size;
        arguments = new CollectiveArguments(rank, size);
        reductionArguments = new ReductionArguments(rank, size);
        exchanges = new Exchanges(engine, rank, size);
    }

    @Override
    public Request iBarrier() {
        engine.enter();
        Exchange exchange = exchanges.take();
        exchange.movement().barrier();
        return exchanges.start(exchange, "a barrier");
    }

    @Override
    public Request iBcast(ByteBuffer message, int root) {
        engine.enter();
        arguments.bcast(message, root);
        Exchange exchange = exchanges.take();
        exchange.movement().bcast(message, root);
        return exchanges.start(exchange, "a broadcast");
    }

    @Override
    public Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        engine.enter();
        arguments.gather(contribution, result, root);
        Exchange exchange = exchanges.take();
        exchange.movement().gather(contribution, result, root);
        return exchanges.start(exchange, "a gather");
    }

    @Override
    public Request iGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        engine.enter();
        arguments.gatherv(contribution, result, counts, displacements, root);
        Exchange exchange = exchanges.take();
        exchange.movement().gatherv(contribution, result, counts, displacements, root);
        return exchanges.start(exchange, "a gather");
    }

    @Override
    public Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        engine.enter();
        arguments.scatter(contribution, result, root);
        Exchange exchange = exchanges.take();
        exchange.movement().scatter(contribution, result, root);
        return exchanges.start(exchange, "a scatter");
    }

    @Override
    public Request iScatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        engine.enter();
        arguments.scatterv(contribution, counts, displacements, result, root);
        Exchange exchange = exchanges.take();
        exchange.movement().scatterv(contribution, counts, displacements, result, root);
        return exchanges.start(exchange, "a scatter");
    }

    @Override
    public Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        engine.enter();
        arguments.allGather(contribution, result);
        Exchange exchange = exchanges.take();
        exchange.movement().allGather(contribution, result);
        return exchanges.start(exchange, "an allgather");
    }

    @Override
    public Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        engine.enter();
        arguments.allGatherv(contribution, result, counts, displacements);
        Exchange exchange = exchanges.take();
        exchange.movement().allGatherv(contribution, result, counts, displacements);
        return exchanges.start(exchange, "an allgather");
    }

    @Override
    public Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        engine.enter();
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
        engine.enter();
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        Exchange exchange = exchanges.take();
        exchange.movement()
                .allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        return exchanges.start(exchange, "an all-to-all");
    }

    @Override
    public Request iReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        engine.enter();
        reductionArguments.reduce(contribution, result, type, op, root);
        Exchange exchange = exchanges.take();
        ByteBuffer all = exchange.movement().reduce(input(contribution, result), root);
        return exchanges.start(exchange.combining(all, size, result, type, op), "a reduction");
    }

    @Override
    public Request iAllReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        engine.enter();
        reductionArguments.allReduce(contribution, result, type, op);
        Exchange exchange = exchanges.take();
        ByteBuffer all = exchange.movement().reduce(input(contribution, result), Movement.ALL);
        return exchanges.start(exchange.combining(all, size, result, type, op), "an allreduce");
    }

    @Override
    public Request iReduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        engine.enter();
        reductionArguments.reduceScatterBlock(contribution, result, type, op);
        Exchange exchange = exchanges.take();
        ByteBuffer all = exchange.movement().reduceScatterBlock(input(contribution, result));
        return exchanges.start(exchange.combining(all, size, result, type, op), "a reduce-scatter");
    }

    @Override
    public Request iReduceScatter(
            ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        engine.enter();
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

    /** Collects everybody's elements, as an allreduce does, and combines those of the first ranks. */
    private Request iScan(ByteBuffer contribution, ByteBuffer result, int ranks, Datatype type, ReduceOp op) {
        engine.enter();
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
