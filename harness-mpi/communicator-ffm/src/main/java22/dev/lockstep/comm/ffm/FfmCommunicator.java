package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.comm.spi.Buffers;
import dev.lockstep.comm.spi.ReductionArguments;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A communicator of the library: reductions, and making more communicators. */
final class FfmCommunicator extends FfmCollectives {
    private final ReductionArguments arguments;
    private final ThreadLocal<FfmShare> shares = ThreadLocal.withInitial(() -> shared(new FfmShare(world, comm)));

    FfmCommunicator(FfmWorld world, long comm) {
        super(world, comm);
        arguments = new ReductionArguments(rank, size);
    }

    @Override
    public Communicator duplicate() {
        checkOpen();
        return world.duplicate(comm, slot);
    }

    @Override
    public Optional<Communicator> split(int color, int key) {
        checkOpen();
        Arguments.color(color);
        int code = RawWorld.commSplit(comm, color == UNDEFINED ? MpiAbi.UNDEFINED : color, key, slot.handle());
        Failures.check(code, "a split failed");
        long part = slot.handleValue();
        return part == Handles.COMM_NULL ? Optional.empty() : Optional.of(new FfmCommunicator(world, part));
    }

    @Override
    public PointToPoint share() {
        checkOpen();
        return supports(Capability.SHARED_COMMUNICATOR) ? shares.get() : super.share();
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        checkOpen();
        return Buffers.direct(bytes);
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        checkOpen();
        arguments.reduce(contribution, result, type, op, root);
        Operands o = operands.of(contribution, atRoot(result, root));
        int count = count(contribution, result, type);
        finish(
                RawCollectives.reduce(o.from(), o.to(), count, Handles.of(type), Handles.of(op), root, comm),
                "a reduction");
    }

    @Override
    public Request iReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        checkOpen();
        arguments.reduce(contribution, result, type, op, root);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, atRoot(result, root));
        int count = count(contribution, result, type);
        return r.started(
                RawNonBlocking.ireduce(
                        o.from(), o.to(), count, Handles.of(type), Handles.of(op), root, comm, r.slot.handle()),
                "a reduction",
                false);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.allReduce(contribution, result, type, op);
        Operands o = operands.of(contribution, result);
        int count = type.elements(result.remaining());
        finish(
                RawCollectives.allreduce(o.from(), o.to(), count, Handles.of(type), Handles.of(op), comm),
                "an allreduce");
    }

    @Override
    public Request iAllReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.allReduce(contribution, result, type, op);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        int count = type.elements(result.remaining());
        return r.started(
                RawNonBlocking.iallreduce(
                        o.from(), o.to(), count, Handles.of(type), Handles.of(op), comm, r.slot.handle()),
                "an allreduce",
                false);
    }

    @Override
    public void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.reduceScatterBlock(contribution, result, type, op);
        Operands o = operands.of(contribution, result);
        int count = blockCount(contribution, result, type);
        finish(
                RawCollectives.reduceScatterBlock(o.from(), o.to(), count, Handles.of(type), Handles.of(op), comm),
                "a reduce-scatter");
    }

    @Override
    public Request iReduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.reduceScatterBlock(contribution, result, type, op);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        int count = blockCount(contribution, result, type);
        return r.started(
                RawNonBlocking.ireduceScatterBlock(
                        o.from(), o.to(), count, Handles.of(type), Handles.of(op), comm, r.slot.handle()),
                "a reduce-scatter",
                false);
    }

    @Override
    public void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.reduceScatter(contribution, result, counts, type, op);
        Operands o = operands.of(contribution, result);
        long elements = o.array(0, counts, type.bytes());
        finish(
                RawCollectives.reduceScatter(o.from(), o.to(), elements, Handles.of(type), Handles.of(op), comm),
                "a reduce-scatter");
    }

    @Override
    public Request iReduceScatter(
            ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.reduceScatter(contribution, result, counts, type, op);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        long elements = o.array(0, counts, type.bytes());
        return r.started(
                RawNonBlocking.ireduceScatter(
                        o.from(), o.to(), elements, Handles.of(type), Handles.of(op), comm, r.slot.handle()),
                "a reduce-scatter",
                false);
    }

    @Override
    public void scan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.allReduce(contribution, result, type, op);
        Operands o = operands.of(contribution, result);
        int count = type.elements(result.remaining());
        finish(RawCollectives.scan(o.from(), o.to(), count, Handles.of(type), Handles.of(op), comm), "a scan");
    }

    @Override
    public Request iScan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.allReduce(contribution, result, type, op);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        int count = type.elements(result.remaining());
        return r.started(
                RawNonBlocking.iscan(o.from(), o.to(), count, Handles.of(type), Handles.of(op), comm, r.slot.handle()),
                "a scan",
                false);
    }

    @Override
    public void exscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.allReduce(contribution, result, type, op);
        Operands o = operands.of(contribution, result);
        int count = type.elements(result.remaining());
        finish(RawCollectives.exscan(o.from(), o.to(), count, Handles.of(type), Handles.of(op), comm), "a scan");
    }

    @Override
    public Request iExscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.allReduce(contribution, result, type, op);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        int count = type.elements(result.remaining());
        return r.started(
                RawNonBlocking.iexscan(
                        o.from(), o.to(), count, Handles.of(type), Handles.of(op), comm, r.slot.handle()),
                "a scan",
                false);
    }

    /** The number of this rank's elements, which are in the result if they are in place. */
    private static int count(ByteBuffer contribution, ByteBuffer result, Datatype type) {
        return type.elements((contribution == IN_PLACE ? result : contribution).remaining());
    }

    /** The number of elements in one block of the result; in place it has room for all. */
    private int blockCount(ByteBuffer contribution, ByteBuffer result, Datatype type) {
        int count = type.elements(result.remaining());
        return contribution == IN_PLACE ? count / size : count;
    }
}
