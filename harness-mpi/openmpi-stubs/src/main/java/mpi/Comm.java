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
}
