package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.spi.CollectiveArguments;
import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Collectives that move bytes. mpiJava has no {@link #IN_PLACE}: a rank's own part is read from where it is, and the library copies it onto itself; an
 * all-to-all in place reads from a copy.
 */
abstract class MpiJavaCollectives extends MpiJavaPointToPoint {
    final int rank;
    final int size;
    private final CollectiveArguments arguments;

    MpiJavaCollectives(Intracomm comm, int rank, int size) {
        super(comm, size);
        this.rank = rank;
        this.size = size;
        this.arguments = new CollectiveArguments(rank, size);
    }

    @Override
    public void barrier() {
        checkOpen();
        run("a barrier failed", comm::Barrier);
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        checkOpen();
        arguments.bcast(message, root);
        run("a broadcast failed", () -> {
            Region region = rank == root ? read.read(message) : written.write(message);
            comm.Bcast(region.array(), region.offset(), region.room(), MPI.BYTE, root);
            if (rank != root) {
                region.back(region.room());
            }
        });
    }

    @Override
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.gather(contribution, result, root);
        run("a gather failed", () -> {
            int block = contribution == IN_PLACE ? result.remaining() / size : contribution.remaining();
            gatherInto(result, rank == root, rank * block, contribution);
            comm.Gather(
                    read.array(),
                    read.offset(),
                    block,
                    MPI.BYTE,
                    written.array(),
                    written.offset(),
                    block,
                    MPI.BYTE,
                    root);
            written.back(written.room());
        });
    }

    @Override
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        checkOpen();
        arguments.gatherv(contribution, result, counts, displacements, root);
        run("a gather failed", () -> {
            int own = contribution == IN_PLACE ? counts[rank] : contribution.remaining();
            gatherInto(result, rank == root, rank == root ? displacements[rank] : 0, contribution);
            comm.Gatherv(
                    read.array(),
                    read.offset(),
                    own,
                    MPI.BYTE,
                    written.array(),
                    written.offset(),
                    counts,
                    displacements,
                    MPI.BYTE,
                    root);
            if (rank == root) {
                written.back(counts, displacements);
            }
        });
    }

    /** The regions of a gather: in place, this rank's part lies in the result. */
    private void gatherInto(ByteBuffer result, boolean gathers, int ownBegin, ByteBuffer contribution) {
        if (gathers) {
            written.write(result);
        } else {
            written.nothing();
        }
        if (contribution == IN_PLACE) {
            read.read(result.duplicate().position(result.position() + ownBegin));
        } else {
            read.read(contribution);
        }
    }

    @Override
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatter(contribution, result, root);
        run("a scatter failed", () -> {
            int block = result == IN_PLACE ? contribution.remaining() / size : result.remaining();
            scatterFrom(contribution, rank == root, rank * block, result);
            comm.Scatter(
                    read.array(),
                    read.offset(),
                    block,
                    MPI.BYTE,
                    written.array(),
                    written.offset(),
                    block,
                    MPI.BYTE,
                    root);
            scattered(result, block);
        });
    }

    @Override
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatterv(contribution, counts, displacements, result, root);
        run("a scatter failed", () -> {
            int own = result == IN_PLACE ? counts[rank] : result.remaining();
            scatterFrom(contribution, rank == root, rank == root ? displacements[rank] : 0, result);
            comm.Scatterv(
                    read.array(),
                    read.offset(),
                    counts,
                    displacements,
                    MPI.BYTE,
                    written.array(),
                    written.offset(),
                    own,
                    MPI.BYTE,
                    root);
            scattered(result, own);
        });
    }

    /** The regions of a scatter: in place, this rank's part goes nowhere. */
    private void scatterFrom(ByteBuffer contribution, boolean scatters, int ownBegin, ByteBuffer result) {
        if (scatters) {
            read.read(contribution);
        } else {
            read.nothing();
        }
        if (result == IN_PLACE) {
            written.copyOf(contribution.duplicate().position(contribution.position() + ownBegin));
        } else {
            written.write(result);
        }
    }

    private void scattered(ByteBuffer result, int bytes) {
        if (result != IN_PLACE) {
            written.back(bytes);
        }
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allGather(contribution, result);
        run("an allgather failed", () -> {
            int block = result.remaining() / size;
            gatherInto(result, true, rank * block, contribution);
            comm.Allgather(
                    read.array(), read.offset(), block, MPI.BYTE, written.array(), written.offset(), block, MPI.BYTE);
            written.back(written.room());
        });
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        checkOpen();
        arguments.allGatherv(contribution, result, counts, displacements);
        run("an allgather failed", () -> {
            gatherInto(result, true, displacements[rank], contribution);
            comm.Allgatherv(
                    read.array(),
                    read.offset(),
                    counts[rank],
                    MPI.BYTE,
                    written.array(),
                    written.offset(),
                    counts,
                    displacements,
                    MPI.BYTE);
            written.back(counts, displacements);
        });
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        checkOpen();
        arguments.allToAll(contribution, result);
        run("an all-to-all failed", () -> {
            int block = result.remaining() / size;
            allToAllFrom(contribution, result);
            comm.Alltoall(
                    read.array(), read.offset(), block, MPI.BYTE, written.array(), written.offset(), block, MPI.BYTE);
            written.back(written.room());
        });
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
        boolean inPlace = contribution == IN_PLACE;
        run("an all-to-all failed", () -> {
            allToAllFrom(contribution, result);
            comm.Alltoallv(
                    read.array(),
                    read.offset(),
                    inPlace ? recvCounts : sendCounts,
                    inPlace ? recvDisplacements : sendDisplacements,
                    MPI.BYTE,
                    written.array(),
                    written.offset(),
                    recvCounts,
                    recvDisplacements,
                    MPI.BYTE);
            written.back(recvCounts, recvDisplacements);
        });
    }

    private void allToAllFrom(ByteBuffer contribution, ByteBuffer result) {
        written.write(result);
        if (contribution == IN_PLACE) {
            read.copyOf(result);
        } else {
            read.read(contribution);
        }
    }
}
