package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.spi.CollectiveArguments;
import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Collectives that move bytes. mpiJava has no {@link #IN_PLACE}: a rank's own part is copied aside.
 *
 * <p>Gather, scatter and allgather of MPJ Express 0.44 ({@code mpi.PureIntracomm}, blocks of up to 16 KiB) look for
 * blocks from the beginning of an array, whatever the offset says, and move those of others through the root's argument
 * on every rank: it gets what begins at 0 and is long enough.
 */
abstract class MpiJavaCollectives extends MpiJavaPointToPoint {
    private final CollectiveArguments arguments;

    MpiJavaCollectives(Intracomm comm, int rank, int size) {
        super(comm, rank, size);
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
            readOwn(contribution, result, rank * block, block);
            if (rank == root) {
                written.writeAtZero(result);
            } else {
                written.scratch(Math.multiplyExact(size, block));
            }
            comm.Gather(read.array(), read.offset(), block, MPI.BYTE, written.array(), 0, block, MPI.BYTE, root);
            if (rank == root) {
                written.back(written.room());
            }
        });
    }

    @Override
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        checkOpen();
        arguments.gatherv(contribution, result, counts, displacements, root);
        run("a gather failed", () -> {
            int own = contribution == IN_PLACE ? counts[rank] : contribution.remaining();
            readOwn(contribution, result, rank == root ? displacements[rank] : 0, own);
            if (rank == root) {
                written.write(result);
            } else {
                written.scratch(0);
            }
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

    /** Copies this rank's part of a gather: in place it is a block of the result. */
    private void readOwn(ByteBuffer contribution, ByteBuffer result, int begin, int bytes) {
        if (contribution == IN_PLACE) {
            read.copyOf(block(result, begin, bytes));
        } else {
            read.read(contribution);
        }
    }

    private static ByteBuffer block(ByteBuffer blocks, int begin, int bytes) {
        int from = blocks.position() + begin;
        return blocks.duplicate().limit(from + bytes).position(from);
    }

    @Override
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatter(contribution, result, root);
        run("a scatter failed", () -> {
            int block = result == IN_PLACE ? contribution.remaining() / size : result.remaining();
            if (rank == root) {
                read.readAtZero(contribution);
            } else {
                read.scratch(Math.multiplyExact(size, block));
            }
            writeOwn(result, block);
            comm.Scatter(read.array(), 0, block, MPI.BYTE, written.array(), 0, block, MPI.BYTE, root);
            backOwn(result, block);
        });
    }

    @Override
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        checkOpen();
        arguments.scatterv(contribution, counts, displacements, result, root);
        run("a scatter failed", () -> {
            int own = result == IN_PLACE ? counts[rank] : result.remaining();
            if (rank == root) {
                read.read(contribution);
            } else {
                read.scratch(0);
            }
            writeOwn(result, own);
            comm.Scatterv(
                    read.array(),
                    read.offset(),
                    counts,
                    displacements,
                    MPI.BYTE,
                    written.array(),
                    0,
                    own,
                    MPI.BYTE,
                    root);
            backOwn(result, own);
        });
    }

    /** Copies this rank's part of a scatter, unless it is in place. */
    private void writeOwn(ByteBuffer result, int bytes) {
        if (result == IN_PLACE) {
            written.scratch(bytes);
        } else {
            written.writeAtZero(result);
        }
    }

    private void backOwn(ByteBuffer result, int bytes) {
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
            if (contribution == IN_PLACE) {
                read.copyOf(block(result, rank * block, block));
            } else {
                read.readAtZero(contribution);
            }
            written.writeAtZero(result);
            comm.Allgather(read.array(), 0, block, MPI.BYTE, written.array(), 0, block, MPI.BYTE);
            written.back(written.room());
        });
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        checkOpen();
        arguments.allGatherv(contribution, result, counts, displacements);
        run("an allgather failed", () -> {
            readOwn(contribution, result, displacements[rank], counts[rank]);
            written.write(result);
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
