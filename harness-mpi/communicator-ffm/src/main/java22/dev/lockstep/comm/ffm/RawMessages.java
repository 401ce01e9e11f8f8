package dev.lockstep.comm.ffm;

import java.lang.invoke.MethodHandle;

/** Point-to-point functions of MPI (MPI 4.1, chapter 3), with its argument order. Each returns an error code. */
final class RawMessages {
    private static final MethodHandle SEND = MpiLibrary.function("MPI_Send", "JIJIIJ");
    private static final MethodHandle SSEND = MpiLibrary.function("MPI_Ssend", "JIJIIJ");
    private static final MethodHandle RECV = MpiLibrary.function("MPI_Recv", "JIJIIJJ");
    private static final MethodHandle ISEND = MpiLibrary.function("MPI_Isend", "JIJIIJJ");
    private static final MethodHandle ISSEND = MpiLibrary.function("MPI_Issend", "JIJIIJJ");
    private static final MethodHandle IRECV = MpiLibrary.function("MPI_Irecv", "JIJIIJJ");
    private static final MethodHandle SENDRECV = MpiLibrary.function("MPI_Sendrecv", "JIJIIJIJIIJJ");
    private static final MethodHandle PROBE = MpiLibrary.function("MPI_Probe", "IIJJ");
    private static final MethodHandle IPROBE = MpiLibrary.function("MPI_Iprobe", "IIJJJ");
    private static final MethodHandle SEND_INIT = MpiLibrary.function("MPI_Send_init", "JIJIIJJ");
    private static final MethodHandle RECV_INIT = MpiLibrary.function("MPI_Recv_init", "JIJIIJJ");

    private RawMessages() {}

    static int send(long buffer, int count, long datatype, int destination, int tag, long comm) {
        try {
            return (int) SEND.invokeExact(buffer, count, datatype, destination, tag, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int ssend(long buffer, int count, long datatype, int destination, int tag, long comm) {
        try {
            return (int) SSEND.invokeExact(buffer, count, datatype, destination, tag, comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int recv(long buffer, int count, long datatype, int source, int tag, long comm, long status) {
        try {
            return (int) RECV.invokeExact(buffer, count, datatype, source, tag, comm, status);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int isend(long buffer, int count, long datatype, int destination, int tag, long comm, long request) {
        try {
            return (int) ISEND.invokeExact(buffer, count, datatype, destination, tag, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int issend(long buffer, int count, long datatype, int destination, int tag, long comm, long request) {
        try {
            return (int) ISSEND.invokeExact(buffer, count, datatype, destination, tag, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int irecv(long buffer, int count, long datatype, int source, int tag, long comm, long request) {
        try {
            return (int) IRECV.invokeExact(buffer, count, datatype, source, tag, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int sendrecv(
            long sent,
            int sendCount,
            long sendType,
            int destination,
            int sendTag,
            long received,
            int recvCount,
            long recvType,
            int source,
            int recvTag,
            long comm,
            long status) {
        try {
            return (int) SENDRECV.invokeExact(
                    sent,
                    sendCount,
                    sendType,
                    destination,
                    sendTag,
                    received,
                    recvCount,
                    recvType,
                    source,
                    recvTag,
                    comm,
                    status);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int probe(int source, int tag, long comm, long status) {
        try {
            return (int) PROBE.invokeExact(source, tag, comm, status);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int iprobe(int source, int tag, long comm, long flag, long status) {
        try {
            return (int) IPROBE.invokeExact(source, tag, comm, flag, status);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int sendInit(long buffer, int count, long datatype, int destination, int tag, long comm, long request) {
        try {
            return (int) SEND_INIT.invokeExact(buffer, count, datatype, destination, tag, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int recvInit(long buffer, int count, long datatype, int source, int tag, long comm, long request) {
        try {
            return (int) RECV_INIT.invokeExact(buffer, count, datatype, source, tag, comm, request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }
}
