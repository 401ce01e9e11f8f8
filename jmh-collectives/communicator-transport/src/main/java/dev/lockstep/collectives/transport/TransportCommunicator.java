package dev.lockstep.collectives.transport;

import dev.lockstep.collectives.algorithms.AlgorithmCollectives;
import dev.lockstep.collectives.flat.FlatCollectives;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.sockets.Membership;
import dev.lockstep.comm.sockets.ProcessCommunicator;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A communicator over a transport. Its blocking collectives go through memory that its ranks share, if they share any and
 * there is such a form, else by algorithms over its own messages; all others are linear.
 */
final class TransportCommunicator extends ProcessCommunicator {
    private final Membership membership;
    private final Optional<Path> shared;
    private AlgorithmCollectives algorithms;
    private FlatCollectives flat;

    /**
     * One rank's.
     *
     * @param of whom
     * @param shared a folder in memory that all its ranks share; empty if there is none
     */
    TransportCommunicator(Membership of, Optional<Path> shared) {
        super(of);
        membership = of;
        this.shared = shared;
    }

    /** Made when they are first asked for, with arguments that are right: so in the same order on all ranks. */
    private AlgorithmCollectives algorithms() {
        progress.checkOpen();
        if (algorithms == null) {
            algorithms = AlgorithmCollectives.over(this);
        }
        return algorithms;
    }

    /** Whether there is memory that ranks share; mapped when it is first asked for. Arguments are right by then. */
    private boolean isFlat() {
        if (shared.isEmpty()) {
            return false;
        }
        progress.enter();
        if (flat == null) {
            ByteBuffer memory = SharedFile.map(
                    shared.get(), "flat-" + membership.word(), rank, FlatCollectives.bytes(size), this::allAgree);
            flat = new FlatCollectives(memory, rank, size, membership.elsewhere());
        }
        return true;
    }

    /** Whether all ranks say so, which they do at the same time. */
    private boolean allAgree(boolean mine) {
        ByteBuffer all = allocate(Integer.BYTES).putInt(0, mine ? 1 : 0);
        algorithms().allReduce(IN_PLACE, all, Datatype.INT, ReduceOp.MIN);
        return all.getInt(0) == 1;
    }

    @Override
    public void barrier() {
        if (isFlat()) {
            flat.barrier();
        } else {
            algorithms().barrier();
        }
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        arguments.bcast(message, root);
        if (isFlat()) {
            flat.bcast(message, root);
        } else {
            algorithms().bcast(message, root);
        }
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        arguments.allGather(contribution, result);
        algorithms().allGather(contribution, result);
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        arguments.allGatherv(contribution, result, counts, displacements);
        algorithms().allGatherv(contribution, result, counts, displacements);
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        arguments.allToAll(contribution, result);
        algorithms().allToAll(contribution, result);
    }

    @Override
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        algorithms().allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        reductionArguments.allReduce(contribution, result, type, op);
        if (isFlat()) {
            flat.allReduce(contribution, result, type, op);
        } else {
            algorithms().allReduce(contribution, result, type, op);
        }
    }

    @Override
    public void close() {
        if (algorithms != null) {
            algorithms.close();
        }
        super.close();
    }
}
