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

    /** Made when they are first asked for, which is in the same order on all ranks. */
    private AlgorithmCollectives algorithms() {
        progress.checkOpen();
        if (algorithms == null) {
            algorithms = AlgorithmCollectives.over(this);
        }
        return algorithms;
    }

    private boolean isFlat() {
        if (shared.isEmpty()) {
            return false;
        }
        progress.checkOpen();
        if (flat == null) {
            ByteBuffer memory = SharedFile.map(
                    shared.get(),
                    "flat-" + membership.word(),
                    rank,
                    FlatCollectives.bytes(size),
                    () -> algorithms().barrier());
            flat = new FlatCollectives(memory, rank, size, membership.elsewhere());
        }
        return true;
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
        if (isFlat()) {
            flat.bcast(message, root);
        } else {
            algorithms().bcast(message, root);
        }
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        algorithms().allGather(contribution, result);
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        algorithms().allGatherv(contribution, result, counts, displacements);
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
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
        algorithms().allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
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
