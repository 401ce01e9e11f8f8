package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.comm.spi.Buffers;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A communicator of the library: its place, its life, and blocking collectives. */
final class OpenMpiCommunicator extends OpenMpiNonBlocking {
    private final int rank;
    private final int size;
    private final Map<Capability, String> unsupported;
    private final ThreadLocal<OpenMpiShare> shares;
    /** Read by all threads that share it. */
    private volatile boolean closed;

    OpenMpiCommunicator(Intracomm comm, int rank, int size, Map<Capability, String> unsupported) {
        super(comm, rank, size);
        this.rank = rank;
        this.size = size;
        this.unsupported = unsupported;
        shares = ThreadLocal.withInitial(() -> new OpenMpiShare(this, comm, size));
    }

    @Override
    public Map<Capability, String> unsupported() {
        return unsupported;
    }

    @Override
    public int rank() {
        checkOpen();
        return rank;
    }

    @Override
    public int size() {
        checkOpen();
        return size;
    }

    @Override
    public Communicator duplicate() {
        checkOpen();
        try {
            return new OpenMpiCommunicator(comm.dup(), rank, size, unsupported);
        } catch (MPIException e) {
            throw Failures.of(e, "a duplication failed");
        }
    }

    @Override
    public Optional<Communicator> split(int color, int key) {
        checkOpen();
        Arguments.color(color);
        try {
            Intracomm part = comm.split(color == UNDEFINED ? MPI.UNDEFINED : color, key);
            return part.isNull()
                    ? Optional.empty()
                    : Optional.of(new OpenMpiCommunicator(part, part.getRank(), part.getSize(), unsupported));
        } catch (MPIException e) {
            throw Failures.of(e, "a split failed");
        }
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
    public void barrier() {
        checkOpen();
        try {
            comm.barrier();
        } catch (MPIException e) {
            throw Failures.of(e, "a barrier failed");
        }
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        checkOpen();
        arguments.bcast(message, root);
        if (rank == root) {
            calls.run(
                    "a broadcast", message, null, (from, to) -> comm.bcast(from, message.remaining(), MPI.BYTE, root));
        } else {
            calls.run("a broadcast", null, message, (from, to) -> comm.bcast(to, message.remaining(), MPI.BYTE, root));
        }
    }

    @Override
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.gather(contribution, result, root);
        calls.run("a gather", contribution, atRoot(result, root), (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.gather(to, result.remaining() / size, MPI.BYTE, root);
            } else {
                comm.gather(from, contribution.remaining(), MPI.BYTE, to, contribution.remaining(), MPI.BYTE, root);
            }
        });
    }

    @Override
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        checkOpen();
        arguments.gatherv(contribution, result, counts, displacements, root);
        calls.run("a gather", contribution, atRoot(result, root), (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.gatherv(to, counts, displacements, MPI.BYTE, root);
            } else {
                comm.gatherv(from, contribution.remaining(), MPI.BYTE, to, counts, displacements, MPI.BYTE, root);
            }
        });
    }

    @Override
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatter(contribution, result, root);
        calls.run("a scatter", atRoot(contribution, root), result, (from, to) -> {
            if (result == IN_PLACE) {
                comm.scatter(from, contribution.remaining() / size, MPI.BYTE, root);
            } else {
                comm.scatter(from, result.remaining(), MPI.BYTE, to, result.remaining(), MPI.BYTE, root);
            }
        });
    }

    @Override
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatterv(contribution, counts, displacements, result, root);
        calls.run("a scatter", atRoot(contribution, root), result, (from, to) -> {
            if (result == IN_PLACE) {
                comm.scatterv(from, counts, displacements, MPI.BYTE, root);
            } else {
                comm.scatterv(from, counts, displacements, MPI.BYTE, to, result.remaining(), MPI.BYTE, root);
            }
        });
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allGather(contribution, result);
        calls.run("an allgather", contribution, result, (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.allGather(to, result.remaining() / size, MPI.BYTE);
            } else {
                comm.allGather(from, contribution.remaining(), MPI.BYTE, to, contribution.remaining(), MPI.BYTE);
            }
        });
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        checkOpen();
        arguments.allGatherv(contribution, result, counts, displacements);
        calls.run("an allgather", contribution, result, (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.allGatherv(to, counts, displacements, MPI.BYTE);
            } else {
                comm.allGatherv(from, contribution.remaining(), MPI.BYTE, to, counts, displacements, MPI.BYTE);
            }
        });
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allToAll(contribution, result);
        refuseInPlace(contribution);
        calls.run(
                "an all-to-all",
                contribution,
                result,
                (from, to) -> comm.allToAll(
                        from, result.remaining() / size, MPI.BYTE, to, result.remaining() / size, MPI.BYTE));
    }

    @Override
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        checkOpen();
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        refuseInPlace(contribution);
        calls.run(
                "an all-to-all",
                contribution,
                result,
                (from, to) -> comm.allToAllv(
                        from, sendCounts, sendDisplacements, MPI.BYTE, to, recvCounts, recvDisplacements, MPI.BYTE));
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        checkOpen();
        reductionArguments.reduce(contribution, result, type, op, root);
        calls.run("a reduction", contribution, atRoot(result, root), (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.reduce(to, count(result, type), Handles.of(type), Handles.of(op), root);
            } else {
                comm.reduce(from, to, count(contribution, type), Handles.of(type), Handles.of(op), root);
            }
        });
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.allReduce(contribution, result, type, op);
        calls.run("an allreduce", contribution, result, (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.allReduce(to, count(result, type), Handles.of(type), Handles.of(op));
            } else {
                comm.allReduce(from, to, count(contribution, type), Handles.of(type), Handles.of(op));
            }
        });
    }

    @Override
    public void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.reduceScatterBlock(contribution, result, type, op);
        calls.run("a reduce-scatter", contribution, result, (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.reduceScatterBlock(to, count(result, type) / size, Handles.of(type), Handles.of(op));
            } else {
                comm.reduceScatterBlock(from, to, count(result, type), Handles.of(type), Handles.of(op));
            }
        });
    }

    @Override
    public void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.reduceScatter(contribution, result, counts, type, op);
        int[] elements = elements(counts, type);
        calls.run("a reduce-scatter", contribution, result, (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.reduceScatter(to, elements, Handles.of(type), Handles.of(op));
            } else {
                comm.reduceScatter(from, to, elements, Handles.of(type), Handles.of(op));
            }
        });
    }

    @Override
    public void scan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.allReduce(contribution, result, type, op);
        calls.run("a scan", contribution, result, (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.scan(to, count(result, type), Handles.of(type), Handles.of(op));
            } else {
                comm.scan(from, to, count(contribution, type), Handles.of(type), Handles.of(op));
            }
        });
    }

    @Override
    public void exscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        reductionArguments.allReduce(contribution, result, type, op);
        calls.run("a scan", contribution, result, (from, to) -> {
            if (contribution == IN_PLACE) {
                comm.exScan(to, count(result, type), Handles.of(type), Handles.of(op));
            } else {
                comm.exScan(from, to, count(contribution, type), Handles.of(type), Handles.of(op));
            }
        });
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            comm.free();
        } catch (MPIException e) {
            throw Failures.of(e, "a communicator was not freed");
        }
    }

    @Override
    public String toString() {
        return "openmpi rank " + rank + " of " + size;
    }

    @Override
    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator was closed");
        }
    }
}
