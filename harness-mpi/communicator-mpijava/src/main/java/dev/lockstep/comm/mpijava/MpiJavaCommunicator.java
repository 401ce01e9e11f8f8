package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.comm.spi.ReductionArguments;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import mpi.Intracomm;
import mpi.MPIException;

/** A communicator of the library: its place, its life, and reductions, which go through arrays of numbers. */
final class MpiJavaCommunicator extends MpiJavaCollectives {
    private final ReductionArguments arguments;
    private final Numbers operands = new Numbers();
    private final Numbers results = new Numbers();
    private final Map<Capability, String> lacking;
    private boolean closed;

    MpiJavaCommunicator(Intracomm comm, int rank, int size, Map<Capability, String> lacking) {
        super(comm, rank, size);
        this.lacking = lacking;
        arguments = new ReductionArguments(rank, size);
    }

    @Override
    public Map<Capability, String> unsupported() {
        return lacking;
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
            return new MpiJavaCommunicator((Intracomm) comm.clone(), rank, size, lacking);
        } catch (RuntimeException e) {
            throw Failures.of(e, "a duplication failed");
        }
    }

    /** MPJ Express 0.44 gives ranks of equal keys one and the same place, so the library is told keys that differ. */
    @Override
    public Optional<Communicator> split(int color, int key) {
        checkOpen();
        Arguments.color(color);
        int[] all = new int[2 * size];
        try {
            comm.Allgather(new int[] {color, key}, 0, 2, mpi.MPI.INT, all, 0, 2, mpi.MPI.INT);
            int place = 0;
            for (int other = 0; other < size; other++) {
                int otherKey = all[2 * other + 1];
                if (otherKey < key || otherKey == key && other < rank) {
                    place++;
                }
            }
            // Ranks without a color come together, too, and are told nothing of it.
            Intracomm part = comm.Split(color, place);
            if (color != UNDEFINED) {
                return Optional.of(new MpiJavaCommunicator(part, part.Rank(), part.Size(), lacking));
            }
            if (part != null) {
                part.Free();
            }
            return Optional.empty();
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, "a split failed");
        }
    }

    /** Allocates on the heap: arrays are what the library moves. */
    @Override
    public ByteBuffer allocate(int bytes) {
        checkOpen();
        Arguments.capacity(bytes);
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        checkOpen();
        arguments.reduce(contribution, result, type, op, root);
        ByteBuffer input = contribution == IN_PLACE ? result : contribution;
        int count = type.elements(input.remaining());
        run("a reduction failed", () -> {
            Object from = operands.read(input, type);
            Object to = results.room(type, count);
            comm.Reduce(from, 0, to, 0, count, Handles.of(type), Handles.of(op), root);
            if (rank == root) {
                results.write(result, type, count);
            }
        });
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.allReduce(contribution, result, type, op);
        int count = type.elements(result.remaining());
        run("an allreduce failed", () -> {
            Object from = operands.read(contribution == IN_PLACE ? result : contribution, type);
            Object to = results.room(type, count);
            comm.Allreduce(from, 0, to, 0, count, Handles.of(type), Handles.of(op));
            results.write(result, type, count);
        });
    }

    @Override
    public void scan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        arguments.allReduce(contribution, result, type, op);
        int count = type.elements(result.remaining());
        run("a scan failed", () -> {
            Object from = operands.read(contribution == IN_PLACE ? result : contribution, type);
            Object to = results.room(type, count);
            comm.Scan(from, 0, to, 0, count, Handles.of(type), Handles.of(op));
            results.write(result, type, count);
        });
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        run("a communicator was not freed", comm::Free);
    }

    @Override
    public String toString() {
        return "mpiJava rank " + rank + " of " + size;
    }

    @Override
    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator was closed");
        }
    }
}
