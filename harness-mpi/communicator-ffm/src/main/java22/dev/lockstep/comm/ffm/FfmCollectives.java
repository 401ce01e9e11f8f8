package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.CollectiveArguments;
import java.nio.ByteBuffer;

/**
 * Collectives that move bytes as they are: each blocking one beside its non-blocking form, which differ in whose memory
 * they use and in how they end. A private method makes the operands of both.
 */
abstract class FfmCollectives extends FfmPointToPoint implements Communicator {
    private static final long BYTE = Handles.BYTE;
    /** The places of arrays in the operands. */
    private static final int COUNTS = 0;

    private static final int DISPLACEMENTS = 1;
    private static final int SEND_COUNTS = 2;
    private static final int SEND_DISPLACEMENTS = 3;

    private final CollectiveArguments arguments;

    FfmCollectives(FfmWorld world, long comm) {
        super(world, comm);
        arguments = new CollectiveArguments(rank, size);
    }

    @Override
    public final void barrier() {
        checkOpen();
        Failures.check(RawCollectives.barrier(comm), "a barrier failed");
    }

    @Override
    public final Request iBarrier() {
        checkOpen();
        FfmRequest r = requests.next();
        return r.started(RawNonBlocking.ibarrier(comm, r.slot.handle()), "a barrier", false);
    }

    @Override
    public final void bcast(ByteBuffer message, int root) {
        checkOpen();
        arguments.bcast(message, root);
        long buffer = broadcast(operands, message, root);
        finish(RawCollectives.bcast(buffer, message.remaining(), BYTE, root, comm), "a broadcast");
    }

    @Override
    public final Request iBcast(ByteBuffer message, int root) {
        checkOpen();
        arguments.bcast(message, root);
        FfmRequest r = requests.next();
        long buffer = broadcast(r.operands, message, root);
        return r.started(
                RawNonBlocking.ibcast(buffer, message.remaining(), BYTE, root, comm, r.slot.handle()),
                "a broadcast",
                false);
    }

    @Override
    public final void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.gather(contribution, result, root);
        Operands o = operands.of(contribution, atRoot(result, root));
        int block = block(contribution, result);
        finish(RawCollectives.gather(o.from(), block, BYTE, o.to(), block, BYTE, root, comm), "a gather");
    }

    @Override
    public final Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.gather(contribution, result, root);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, atRoot(result, root));
        int block = block(contribution, result);
        return r.started(
                RawNonBlocking.igather(o.from(), block, BYTE, o.to(), block, BYTE, root, comm, r.slot.handle()),
                "a gather",
                false);
    }

    @Override
    public final void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        checkOpen();
        arguments.gatherv(contribution, result, counts, displacements, root);
        Operands o = operands.of(contribution, atRoot(result, root));
        long lengths = atRoot(o, COUNTS, counts, root);
        long beginnings = atRoot(o, DISPLACEMENTS, displacements, root);
        finish(
                RawCollectives.gatherv(
                        o.from(), contribution.remaining(), BYTE, o.to(), lengths, beginnings, BYTE, root, comm),
                "a gather");
    }

    @Override
    public final Request iGatherv(
            ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        checkOpen();
        arguments.gatherv(contribution, result, counts, displacements, root);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, atRoot(result, root));
        long lengths = atRoot(o, COUNTS, counts, root);
        long beginnings = atRoot(o, DISPLACEMENTS, displacements, root);
        int sent = contribution.remaining();
        return r.started(
                RawNonBlocking.igatherv(
                        o.from(), sent, BYTE, o.to(), lengths, beginnings, BYTE, root, comm, r.slot.handle()),
                "a gather",
                false);
    }

    @Override
    public final void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatter(contribution, result, root);
        Operands o = operands.of(atRoot(contribution, root), result);
        int block = block(result, contribution);
        finish(RawCollectives.scatter(o.from(), block, BYTE, o.to(), block, BYTE, root, comm), "a scatter");
    }

    @Override
    public final Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatter(contribution, result, root);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(atRoot(contribution, root), result);
        int block = block(result, contribution);
        return r.started(
                RawNonBlocking.iscatter(o.from(), block, BYTE, o.to(), block, BYTE, root, comm, r.slot.handle()),
                "a scatter",
                false);
    }

    @Override
    public final void scatterv(
            ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatterv(contribution, counts, displacements, result, root);
        Operands o = operands.of(atRoot(contribution, root), result);
        long lengths = atRoot(o, COUNTS, counts, root);
        long beginnings = atRoot(o, DISPLACEMENTS, displacements, root);
        finish(
                RawCollectives.scatterv(
                        o.from(), lengths, beginnings, BYTE, o.to(), result.remaining(), BYTE, root, comm),
                "a scatter");
    }

    @Override
    public final Request iScatterv(
            ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatterv(contribution, counts, displacements, result, root);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(atRoot(contribution, root), result);
        long lengths = atRoot(o, COUNTS, counts, root);
        long beginnings = atRoot(o, DISPLACEMENTS, displacements, root);
        int received = result.remaining();
        return r.started(
                RawNonBlocking.iscatterv(
                        o.from(), lengths, beginnings, BYTE, o.to(), received, BYTE, root, comm, r.slot.handle()),
                "a scatter",
                false);
    }

    @Override
    public final void allGather(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allGather(contribution, result);
        Operands o = operands.of(contribution, result);
        int block = result.remaining() / size;
        finish(RawCollectives.allgather(o.from(), block, BYTE, o.to(), block, BYTE, comm), "an allgather");
    }

    @Override
    public final Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allGather(contribution, result);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        int block = result.remaining() / size;
        return r.started(
                RawNonBlocking.iallgather(o.from(), block, BYTE, o.to(), block, BYTE, comm, r.slot.handle()),
                "an allgather",
                false);
    }

    @Override
    public final void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        checkOpen();
        arguments.allGatherv(contribution, result, counts, displacements);
        Operands o = operands.of(contribution, result);
        long lengths = o.array(COUNTS, counts, 1);
        long beginnings = o.array(DISPLACEMENTS, displacements, 1);
        finish(
                RawCollectives.allgatherv(
                        o.from(), contribution.remaining(), BYTE, o.to(), lengths, beginnings, BYTE, comm),
                "an allgather");
    }

    @Override
    public final Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        checkOpen();
        arguments.allGatherv(contribution, result, counts, displacements);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        long lengths = o.array(COUNTS, counts, 1);
        long beginnings = o.array(DISPLACEMENTS, displacements, 1);
        int sent = contribution.remaining();
        return r.started(
                RawNonBlocking.iallgatherv(
                        o.from(), sent, BYTE, o.to(), lengths, beginnings, BYTE, comm, r.slot.handle()),
                "an allgather",
                false);
    }

    @Override
    public final void allToAll(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allToAll(contribution, result);
        Operands o = operands.of(contribution, result);
        int block = result.remaining() / size;
        finish(RawCollectives.alltoall(o.from(), block, BYTE, o.to(), block, BYTE, comm), "an all-to-all");
    }

    @Override
    public final Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allToAll(contribution, result);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        int block = result.remaining() / size;
        return r.started(
                RawNonBlocking.ialltoall(o.from(), block, BYTE, o.to(), block, BYTE, comm, r.slot.handle()),
                "an all-to-all",
                false);
    }

    @Override
    public final void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        checkOpen();
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        Operands o = operands.of(contribution, result);
        long sent = unlessInPlace(o, SEND_COUNTS, sendCounts, contribution);
        long sentFrom = unlessInPlace(o, SEND_DISPLACEMENTS, sendDisplacements, contribution);
        long received = o.array(COUNTS, recvCounts, 1);
        long receivedAt = o.array(DISPLACEMENTS, recvDisplacements, 1);
        finish(
                RawCollectives.alltoallv(o.from(), sent, sentFrom, BYTE, o.to(), received, receivedAt, BYTE, comm),
                "an all-to-all");
    }

    @Override
    public final Request iAllToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        checkOpen();
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        FfmRequest r = requests.next();
        Operands o = r.operands.of(contribution, result);
        long sent = unlessInPlace(o, SEND_COUNTS, sendCounts, contribution);
        long sentFrom = unlessInPlace(o, SEND_DISPLACEMENTS, sendDisplacements, contribution);
        long received = o.array(COUNTS, recvCounts, 1);
        long receivedAt = o.array(DISPLACEMENTS, recvDisplacements, 1);
        return r.started(
                RawNonBlocking.ialltoallv(
                        o.from(), sent, sentFrom, BYTE, o.to(), received, receivedAt, BYTE, comm, r.slot.handle()),
                "an all-to-all",
                false);
    }

    /** Reads the root's buffer, and writes the others'. */
    private long broadcast(Operands o, ByteBuffer message, int root) {
        return rank == root ? o.reads(message).from() : o.writes(message).to();
    }

    /** The length of this rank's block, which is in the other buffer if it is in place. */
    private int block(ByteBuffer own, ByteBuffer all) {
        return own == IN_PLACE ? all.remaining() / size : own.remaining();
    }

    private long atRoot(Operands o, int place, int[] values, int root) {
        return rank == root ? o.array(place, values, 1) : 0;
    }

    private static long unlessInPlace(Operands o, int place, int[] values, ByteBuffer contribution) {
        return contribution == IN_PLACE ? 0 : o.array(place, values, 1);
    }
}
