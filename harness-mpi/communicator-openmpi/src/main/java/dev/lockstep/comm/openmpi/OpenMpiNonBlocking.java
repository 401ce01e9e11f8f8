package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.spi.CollectiveArguments;
import dev.lockstep.comm.spi.ReductionArguments;
import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;

/** Collectives that are started. Arrays of counts are read before the start returns. */
abstract class OpenMpiNonBlocking extends OpenMpiPointToPoint implements Communicator {
    final CollectiveArguments arguments;
    final ReductionArguments reductionArguments;
    private final int rank;
    private final int size;
    private final int[] elements;

    OpenMpiNonBlocking(Intracomm comm, int rank, int size) {
        super(comm, size);
        this.rank = rank;
        this.size = size;
        arguments = new CollectiveArguments(rank, size);
        reductionArguments = new ReductionArguments(rank, size);
        elements = new int[size];
    }

    @Override
    public Request iBarrier() {
        checkOpen();
        return calls.start("a barrier", null, null, (from, to) -> comm.iBarrier());
    }

    @Override
    public Request iBcast(ByteBuffer message, int root) {
        checkOpen();
        arguments.bcast(message, root);
        return rank == root
                ? calls.start(
                        "a broadcast",
                        message,
                        null,
                        (from, to) -> comm.iBcast(from, message.remaining(), MPI.BYTE, root))
                : calls.start(
                        "a broadcast",
                        null,
                        message,
                        (from, to) -> comm.iBcast(to, message.remaining(), MPI.BYTE, root));
    }

    @Override
    public Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.gather(contribution, result, root);
        return calls.start(
                "a gather",
                contribution,
                atRoot(result, root),
                (from, to) -> contribution == IN_PLACE
                        ? comm.iGather(to, result.remaining() / size, MPI.BYTE, root)
                        : comm.iGather(
                                from,
                                contribution.remaining(),
                                MPI.BYTE,
                                to,
                                contribution.remaining(),
                                MPI.BYTE,
                                root));
    }

    @Override
    public Request iGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        checkOpen();
        arguments.gatherv(contribution, result, counts, displacements, root);
        return calls.start(
                "a gather",
                contribution,
                atRoot(result, root),
                (from, to) -> contribution == IN_PLACE
                        ? comm.iGatherv(to, counts, displacements, MPI.BYTE, root)
                        : comm.iGatherv(
                                from, contribution.remaining(), MPI.BYTE, to, counts, displacements, MPI.BYTE, root));
    }

    @Override
    public Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatter(contribution, result, root);
        return calls.start(
                "a scatter",
                atRoot(contribution, root),
                result,
                (from, to) -> result == IN_PLACE
                        ? comm.iScatter(from, contribution.remaining() / size, MPI.BYTE, root)
                        : comm.iScatter(from, result.remaining(), MPI.BYTE, to, result.remaining(), MPI.BYTE, root));
    }

    @Override
    public Request iScatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatterv(contribution, counts, displacements, result, root);
        return calls.start(
                "a scatter",
                atRoot(contribution, root),
                result,
                (from, to) -> result == IN_PLACE
                        ? comm.iScatterv(from, counts, displacements, MPI.BYTE, root)
                        : comm.iScatterv(
                                from, counts, displacements, MPI.BYTE, to, result.remaining(), MPI.BYTE, root));
    }

    @Override
    public Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allGather(contribution, result);
        return calls.start(
                "an allgather",
                contribution,
                result,
                (from, to) -> contribution == IN_PLACE
                        ? comm.iAllGather(to, result.remaining() / size, MPI.BYTE)
                        : comm.iAllGather(
                                from, contribution.remaining(), MPI.BYTE, to, contribution.remaining(), MPI.BYTE));
    }

    @Override
    public Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        checkOpen();
        arguments.allGatherv(contribution, result, counts, displacements);
        return calls.start(
                "an allgather",
                contribution,
                result,
                (from, to) -> contribution == IN_PLACE
                        ? comm.iAllGatherv(to, counts, displacements, MPI.BYTE)
                        : comm.iAllGatherv(
                                from, contribution.remaining(), MPI.BYTE, to, counts, displacements, MPI.BYTE));
    }

    @Override
    public Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allToAll(contribution, result);
        refuseInPlace(contribution);
        return calls.start(
                "an all-to-all",
                contribution,
                result,
                (from, to) -> comm.iAllToAll(
                        from, result.remaining() / size, MPI.BYTE, to, result.remaining() / size, MPI.BYTE));
    }

    @Override
    public Request iAllToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        checkOpen();
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        refuseInPlace(contribution);
        return calls.start(
                "an all-to-all",
                contribution,
                result,
                (from, to) -> comm.iAllToAllv(
                        from, sendCounts, sendDisplacements, MPI.BYTE, to, recvCounts, recvDisplacements, MPI.BYTE));
    }

    @Override
    public Request iReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        checkOpen();
        reductionArguments.reduce(contribution, result, type, op, root);
        return calls.start(
                "a reduction",
                contribution,
                atRoot(result, root),
                (from, to) -> contribution == IN_PLACE
                        ? comm.iReduce(to, count(result, type), Handles.of(type), Handles.of(op), root)
                        : comm.iReduce(from, to, count(contribution, type), Handles.of(type), Handles.of(op), root));
    }

    @Override
    public Request iAllReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.allReduce(contribution, result, type, op);
        return calls.start(
                "an allreduce",
                contribution,
                result,
                (from, to) -> contribution == IN_PLACE
                        ? comm.iAllReduce(to, count(result, type), Handles.of(type), Handles.of(op))
                        : comm.iAllReduce(from, to, count(contribution, type), Handles.of(type), Handles.of(op)));
    }

    @Override
    public Request iReduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.reduceScatterBlock(contribution, result, type, op);
        return calls.start(
                "a reduce-scatter",
                contribution,
                result,
                (from, to) -> contribution == IN_PLACE
                        ? comm.iReduceScatterBlock(to, count(result, type) / size, Handles.of(type), Handles.of(op))
                        : comm.iReduceScatterBlock(from, to, count(result, type), Handles.of(type), Handles.of(op)));
    }

    @Override
    public Request iReduceScatter(
            ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.reduceScatter(contribution, result, counts, type, op);
        int[] elements = elements(counts, type);
        return calls.start(
                "a reduce-scatter",
                contribution,
                result,
                (from, to) -> contribution == IN_PLACE
                        ? comm.iReduceScatter(to, elements, Handles.of(type), Handles.of(op))
                        : comm.iReduceScatter(from, to, elements, Handles.of(type), Handles.of(op)));
    }

    @Override
    public Request iScan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.allReduce(contribution, result, type, op);
        return calls.start(
                "a scan",
                contribution,
                result,
                (from, to) -> contribution == IN_PLACE
                        ? comm.iScan(to, count(result, type), Handles.of(type), Handles.of(op))
                        : comm.iScan(from, to, count(contribution, type), Handles.of(type), Handles.of(op)));
    }

    @Override
    public Request iExscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.allReduce(contribution, result, type, op);
        return calls.start(
                "a scan",
                contribution,
                result,
                (from, to) -> contribution == IN_PLACE
                        ? comm.iExScan(to, count(result, type), Handles.of(type), Handles.of(op))
                        : comm.iExScan(from, to, count(contribution, type), Handles.of(type), Handles.of(op)));
    }

    /** A buffer that only the root's library looks at. */
    final ByteBuffer atRoot(ByteBuffer buffer, int root) {
        return rank == root ? buffer : null;
    }

    /** Refuses operations in place, for which the bindings have no constant and no short form. */
    final void refuseInPlace(ByteBuffer contribution) {
        if (contribution == IN_PLACE) {
            throw UnsupportedCapabilityException.of(this, Capability.ALL_TO_ALL_IN_PLACE);
        }
    }

    /** The bindings count elements. */
    final int[] elements(int[] bytes, Datatype type) {
        for (int i = 0; i < size; i++) {
            elements[i] = type.elements(bytes[i]);
        }
        return elements;
    }

    static int count(ByteBuffer buffer, Datatype type) {
        return type.elements(buffer.remaining());
    }
}
