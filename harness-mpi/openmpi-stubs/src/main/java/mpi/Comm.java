package mpi;

import java.nio.Buffer;

/** Operations of communicators. An {@code Object} buffer is an array or a buffer. */
public class Comm {
    Comm() {}

    public final int getSize() throws MPIException {
        return SignatureOnly.number();
    }

    public final int getRank() throws MPIException {
        return SignatureOnly.number();
    }

    public final void free() throws MPIException {
        SignatureOnly.value();
    }

    public final void setErrhandler(Errhandler errhandler) throws MPIException {
        SignatureOnly.value();
    }

    public final void send(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        SignatureOnly.value();
    }

    public final Status recv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public final Status sendRecv(
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
            throws MPIException {
        return SignatureOnly.value();
    }

    public final void barrier() throws MPIException {
        SignatureOnly.value();
    }

    public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
        SignatureOnly.value();
    }

    public final void reduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        SignatureOnly.value();
    }

    public final boolean isNull() {
        return SignatureOnly.<Boolean>value();
    }

    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        SignatureOnly.value();
    }

    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public final Status probe(int source, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public final Status iProbe(int source, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iBarrier() throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iBcast(Buffer buf, int count, Datatype type, int root) throws MPIException {
        return SignatureOnly.value();
    }

    public final void gather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
        SignatureOnly.value();
    }

    public final Request iGather(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iGather(Buffer buf, int count, Datatype type, int root) throws MPIException {
        return SignatureOnly.value();
    }

    public final void gatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void gatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        SignatureOnly.value();
    }

    public final Request iGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iGatherv(Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final void scatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
        SignatureOnly.value();
    }

    public final Request iScatter(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iScatter(Buffer buf, int count, Datatype type, int root) throws MPIException {
        return SignatureOnly.value();
    }

    public final void scatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        SignatureOnly.value();
    }

    public final Request iScatterv(
            Buffer sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iScatterv(Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final void allGather(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void allGather(Object buf, int count, Datatype type) throws MPIException {
        SignatureOnly.value();
    }

    public final Request iAllGather(
            Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException {
        return SignatureOnly.value();
    }

    public final void allGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        SignatureOnly.value();
    }

    public final Request iAllGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iAllGatherv(Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final void allToAll(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        SignatureOnly.value();
    }

    public final Request iAllToAll(
            Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final void allToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        SignatureOnly.value();
    }

    public final Request iAllToAllv(
            Buffer sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final void reduce(Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        SignatureOnly.value();
    }

    public final Request iReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root) throws MPIException {
        return SignatureOnly.value();
    }

    public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        SignatureOnly.value();
    }

    public final Request iAllReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return SignatureOnly.value();
    }

    public final void reduceScatter(Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        SignatureOnly.value();
    }

    public final Request iReduceScatter(Buffer sendbuf, Buffer recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op) throws MPIException {
        return SignatureOnly.value();
    }

    public final void reduceScatterBlock(Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        SignatureOnly.value();
    }

    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) throws MPIException {
        SignatureOnly.value();
    }

    public final Request iReduceScatterBlock(Buffer sendbuf, Buffer recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        return SignatureOnly.value();
    }

    public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return SignatureOnly.value();
    }
}
