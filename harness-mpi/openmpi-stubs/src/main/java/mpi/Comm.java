package mpi;

import java.nio.Buffer;

/** Operations of communicators. An {@code Object} buffer is an array or a buffer. */
public class Comm {
    Comm() {}

    public final native int getSize() throws MPIException;

    public final native int getRank() throws MPIException;

    public final native void free() throws MPIException;

    public final native void setErrhandler(Errhandler errhandler) throws MPIException;

    public final native void send(Object buf, int count, Datatype type, int dest, int tag) throws MPIException;

    public final native Status recv(Object buf, int count, Datatype type, int source, int tag) throws MPIException;

    public final native Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException;

    public final native Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) throws MPIException;

    public final native Status sendRecv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException;

    public final native void barrier() throws MPIException;

    public final native void bcast(Object buf, int count, Datatype type, int root) throws MPIException;

    public final native void reduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException;

    public final native void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException;

    public final native boolean isNull();

    public final native void sSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException;

    public final native Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException;

    public final native Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException;

    public final native Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag)
            throws MPIException;

    public final native Status probe(int source, int tag) throws MPIException;

    public final native Status iProbe(int source, int tag) throws MPIException;

    public final native Request iBarrier() throws MPIException;

    public final native Request iBcast(Buffer buf, int count, Datatype type, int root) throws MPIException;

    public final native void gather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException;

    public final native void gather(Object buf, int count, Datatype type, int root) throws MPIException;

    public final native Request iGather(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException;

    public final native Request iGather(Buffer buf, int count, Datatype type, int root) throws MPIException;

    public final native void gatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException;

    public final native void gatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException;

    public final native Request iGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException;

    public final native Request iGatherv(Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException;

    public final native void scatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException;

    public final native void scatter(Object buf, int count, Datatype type, int root) throws MPIException;

    public final native Request iScatter(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException;

    public final native Request iScatter(Buffer buf, int count, Datatype type, int root) throws MPIException;

    public final native void scatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException;

    public final native void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException;

    public final native Request iScatterv(
            Buffer sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException;

    public final native Request iScatterv(Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException;

    public final native void allGather(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException;

    public final native void allGather(Object buf, int count, Datatype type) throws MPIException;

    public final native Request iAllGather(
            Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount, Datatype recvtype)
            throws MPIException;

    public final native Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException;

    public final native void allGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException;

    public final native void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException;

    public final native Request iAllGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException;

    public final native Request iAllGatherv(Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException;

    public final native void allToAll(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException;

    public final native Request iAllToAll(
            Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount, Datatype recvtype)
            throws MPIException;

    public final native void allToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException;

    public final native Request iAllToAllv(
            Buffer sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException;

    public final native void reduce(Object buf, int count, Datatype type, Op op, int root) throws MPIException;

    public final native Request iReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException;

    public final native Request iReduce(Buffer buf, int count, Datatype type, Op op, int root) throws MPIException;

    public final native void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException;

    public final native Request iAllReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException;

    public final native Request iAllReduce(Buffer buf, int count, Datatype type, Op op) throws MPIException;

    public final native void reduceScatter(Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException;

    public final native void reduceScatter(Object buf, int[] counts, Datatype type, Op op) throws MPIException;

    public final native Request iReduceScatter(Buffer sendbuf, Buffer recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException;

    public final native Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op) throws MPIException;

    public final native void reduceScatterBlock(Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException;

    public final native void reduceScatterBlock(Object buf, int count, Datatype type, Op op) throws MPIException;

    public final native Request iReduceScatterBlock(Buffer sendbuf, Buffer recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException;

    public final native Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op) throws MPIException;
}
