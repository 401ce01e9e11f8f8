package dev.lockstep.comm.ffm;

import java.lang.invoke.MethodHandle;

/** Blocking collectives of MPI (MPI 4.1, chapter 6), with its argument order. Each returns an error code. */
final class RawCollectives {
    private static final MethodHandle BARRIER = MpiLibrary.function("MPI_Barrier", "J");
    private static final MethodHandle BCAST = MpiLibrary.function("MPI_Bcast", "JIJIJ");
    private static final MethodHandle GATHER = MpiLibrary.function("MPI_Gather", "JIJJIJIJ");
    private static final MethodHandle GATHERV = MpiLibrary.function("MPI_Gatherv", "JIJJJJJIJ");
    private static final MethodHandle SCATTER = MpiLibrary.function("MPI_Scatter", "JIJJIJIJ");
    private static final MethodHandle SCATTERV = MpiLibrary.function("MPI_Scatterv", "JJJJJIJIJ");
    private static final MethodHandle ALLGATHER = MpiLibrary.function("MPI_Allgather", "JIJJIJJ");
    private static final MethodHandle ALLGATHERV = MpiLibrary.function("MPI_Allgatherv", "JIJJJJJJ");
    private static final MethodHandle ALLTOALL = MpiLibrary.function("MPI_Alltoall", "JIJJIJJ");
    private static final MethodHandle ALLTOALLV = MpiLibrary.function("MPI_Alltoallv", "JJJJJJJJJ");
    private static final MethodHandle REDUCE = MpiLibrary.function("MPI_Reduce", "JJIJJIJ");
    private static final MethodHandle ALLREDUCE = MpiLibrary.function("MPI_Allreduce", "JJIJJJ");
    private static final MethodHandle REDUCE_SCATTER_BLOCK = MpiLibrary.function("MPI_Reduce_scatter_block", "JJIJJJ");
    private static final MethodHandle REDUCE_SCATTER = MpiLibrary.function("MPI_Reduce_scatter", "JJJJJJ");
    private static final MethodHandle SCAN = MpiLibrary.function("MPI_Scan", "JJIJJJ");
    private static final MethodHandle EXSCAN = MpiLibrary.function("MPI_Exscan", "JJIJJJ");

    private RawCollectives() {}

    static int barrier(long comm) {
        try {
            return (int) BARRIER.invokeExact(comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int bcast(long buffer, int count, long datatype, int root, long comm) {
        try {
            return (int) BCAST.invokeExact(buffer, count, datatype, root, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int gather(long from, int sent, long sendType, long to, int received, long recvType, int root, long comm) {
        try {
            return (int) GATHER.invokeExact(from, sent, sendType, to, received, recvType, root, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int gatherv(
            long from,
            int sent,
            long sendType,
            long to,
            long recvCounts,
            long recvDisplacements,
            long recvType,
            int root,
            long comm) {
        try {
            return (int)
                    GATHERV.invokeExact(from, sent, sendType, to, recvCounts, recvDisplacements, recvType, root, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int scatter(long from, int sent, long sendType, long to, int received, long recvType, int root, long comm) {
        try {
            return (int) SCATTER.invokeExact(from, sent, sendType, to, received, recvType, root, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int scatterv(
            long from,
            long sendCounts,
            long sendDisplacements,
            long sendType,
            long to,
            int received,
            long recvType,
            int root,
            long comm) {
        try {
            return (int) SCATTERV.invokeExact(
                    from, sendCounts, sendDisplacements, sendType, to, received, recvType, root, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int allgather(long from, int sent, long sendType, long to, int received, long recvType, long comm) {
        try {
            return (int) ALLGATHER.invokeExact(from, sent, sendType, to, received, recvType, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int allgatherv(
            long from,
            int sent,
            long sendType,
            long to,
            long recvCounts,
            long recvDisplacements,
            long recvType,
            long comm) {
        try {
            return (int)
                    ALLGATHERV.invokeExact(from, sent, sendType, to, recvCounts, recvDisplacements, recvType, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int alltoall(long from, int sent, long sendType, long to, int received, long recvType, long comm) {
        try {
            return (int) ALLTOALL.invokeExact(from, sent, sendType, to, received, recvType, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int alltoallv(
            long from,
            long sendCounts,
            long sendDisplacements,
            long sendType,
            long to,
            long recvCounts,
            long recvDisplacements,
            long recvType,
            long comm) {
        try {
            return (int) ALLTOALLV.invokeExact(
                    from, sendCounts, sendDisplacements, sendType, to, recvCounts, recvDisplacements, recvType, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int reduce(long from, long to, int count, long datatype, long op, int root, long comm) {
        try {
            return (int) REDUCE.invokeExact(from, to, count, datatype, op, root, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int allreduce(long from, long to, int count, long datatype, long op, long comm) {
        try {
            return (int) ALLREDUCE.invokeExact(from, to, count, datatype, op, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int reduceScatterBlock(long from, long to, int count, long datatype, long op, long comm) {
        try {
            return (int) REDUCE_SCATTER_BLOCK.invokeExact(from, to, count, datatype, op, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int reduceScatter(long from, long to, long counts, long datatype, long op, long comm) {
        try {
            return (int) REDUCE_SCATTER.invokeExact(from, to, counts, datatype, op, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int scan(long from, long to, int count, long datatype, long op, long comm) {
        try {
            return (int) SCAN.invokeExact(from, to, count, datatype, op, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int exscan(long from, long to, int count, long datatype, long op, long comm) {
        try {
            return (int) EXSCAN.invokeExact(from, to, count, datatype, op, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }
}
