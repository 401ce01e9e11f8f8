package dev.lockstep.comm.ffm;

import java.lang.invoke.MethodHandle;

/** Non-blocking collectives of MPI (MPI 4.1, section 6.12), with its argument order. Each returns an error code. */
final class RawNonBlocking {
    private static final MethodHandle IBARRIER = MpiLibrary.function("MPI_Ibarrier", "JJ");
    private static final MethodHandle IBCAST = MpiLibrary.function("MPI_Ibcast", "JIJIJJ");
    private static final MethodHandle IGATHER = MpiLibrary.function("MPI_Igather", "JIJJIJIJJ");
    private static final MethodHandle IGATHERV = MpiLibrary.function("MPI_Igatherv", "JIJJJJJIJJ");
    private static final MethodHandle ISCATTER = MpiLibrary.function("MPI_Iscatter", "JIJJIJIJJ");
    private static final MethodHandle ISCATTERV = MpiLibrary.function("MPI_Iscatterv", "JJJJJIJIJJ");
    private static final MethodHandle IALLGATHER = MpiLibrary.function("MPI_Iallgather", "JIJJIJJJ");
    private static final MethodHandle IALLGATHERV = MpiLibrary.function("MPI_Iallgatherv", "JIJJJJJJJ");
    private static final MethodHandle IALLTOALL = MpiLibrary.function("MPI_Ialltoall", "JIJJIJJJ");
    private static final MethodHandle IALLTOALLV = MpiLibrary.function("MPI_Ialltoallv", "JJJJJJJJJJ");
    private static final MethodHandle IREDUCE = MpiLibrary.function("MPI_Ireduce", "JJIJJIJJ");
    private static final MethodHandle IALLREDUCE = MpiLibrary.function("MPI_Iallreduce", "JJIJJJJ");
    private static final MethodHandle IREDUCE_SCATTER_BLOCK =
            MpiLibrary.function("MPI_Ireduce_scatter_block", "JJIJJJJ");
    private static final MethodHandle IREDUCE_SCATTER = MpiLibrary.function("MPI_Ireduce_scatter", "JJJJJJJ");
    private static final MethodHandle ISCAN = MpiLibrary.function("MPI_Iscan", "JJIJJJJ");
    private static final MethodHandle IEXSCAN = MpiLibrary.function("MPI_Iexscan", "JJIJJJJ");

    private RawNonBlocking() {}

    static int ibarrier(long comm, long request) {
        try {
            return (int) IBARRIER.invokeExact(comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int ibcast(long buffer, int count, long datatype, int root, long comm, long request) {
        try {
            return (int) IBCAST.invokeExact(buffer, count, datatype, root, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int igather(
            long from,
            int sent,
            long sendType,
            long to,
            int received,
            long recvType,
            int root,
            long comm,
            long request) {
        try {
            return (int) IGATHER.invokeExact(from, sent, sendType, to, received, recvType, root, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int igatherv(
            long from,
            int sent,
            long sendType,
            long to,
            long recvCounts,
            long recvDisplacements,
            long recvType,
            int root,
            long comm,
            long request) {
        try {
            return (int) IGATHERV.invokeExact(
                    from, sent, sendType, to, recvCounts, recvDisplacements, recvType, root, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int iscatter(
            long from,
            int sent,
            long sendType,
            long to,
            int received,
            long recvType,
            int root,
            long comm,
            long request) {
        try {
            return (int) ISCATTER.invokeExact(from, sent, sendType, to, received, recvType, root, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int iscatterv(
            long from,
            long sendCounts,
            long sendDisplacements,
            long sendType,
            long to,
            int received,
            long recvType,
            int root,
            long comm,
            long request) {
        try {
            return (int) ISCATTERV.invokeExact(
                    from, sendCounts, sendDisplacements, sendType, to, received, recvType, root, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int iallgather(
            long from, int sent, long sendType, long to, int received, long recvType, long comm, long request) {
        try {
            return (int) IALLGATHER.invokeExact(from, sent, sendType, to, received, recvType, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int iallgatherv(
            long from,
            int sent,
            long sendType,
            long to,
            long recvCounts,
            long recvDisplacements,
            long recvType,
            long comm,
            long request) {
        try {
            return (int) IALLGATHERV.invokeExact(
                    from, sent, sendType, to, recvCounts, recvDisplacements, recvType, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int ialltoall(
            long from, int sent, long sendType, long to, int received, long recvType, long comm, long request) {
        try {
            return (int) IALLTOALL.invokeExact(from, sent, sendType, to, received, recvType, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int ialltoallv(
            long from,
            long sendCounts,
            long sendDisplacements,
            long sendType,
            long to,
            long recvCounts,
            long recvDisplacements,
            long recvType,
            long comm,
            long request) {
        try {
            return (int) IALLTOALLV.invokeExact(
                    from,
                    sendCounts,
                    sendDisplacements,
                    sendType,
                    to,
                    recvCounts,
                    recvDisplacements,
                    recvType,
                    comm,
                    request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int ireduce(long from, long to, int count, long datatype, long op, int root, long comm, long request) {
        try {
            return (int) IREDUCE.invokeExact(from, to, count, datatype, op, root, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int iallreduce(long from, long to, int count, long datatype, long op, long comm, long request) {
        try {
            return (int) IALLREDUCE.invokeExact(from, to, count, datatype, op, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int ireduceScatterBlock(long from, long to, int count, long datatype, long op, long comm, long request) {
        try {
            return (int) IREDUCE_SCATTER_BLOCK.invokeExact(from, to, count, datatype, op, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int ireduceScatter(long from, long to, long counts, long datatype, long op, long comm, long request) {
        try {
            return (int) IREDUCE_SCATTER.invokeExact(from, to, counts, datatype, op, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int iscan(long from, long to, int count, long datatype, long op, long comm, long request) {
        try {
            return (int) ISCAN.invokeExact(from, to, count, datatype, op, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int iexscan(long from, long to, int count, long datatype, long op, long comm, long request) {
        try {
            return (int) IEXSCAN.invokeExact(from, to, count, datatype, op, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }
}
