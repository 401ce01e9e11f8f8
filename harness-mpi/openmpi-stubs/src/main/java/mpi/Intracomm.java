package mpi;

import java.nio.Buffer;

/** A communicator of one group. */
public class Intracomm extends Comm {
    Intracomm() {}

    public native Intracomm dup() throws MPIException;

    public final native Intracomm split(int colour, int key) throws MPIException;

    public final native void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException;

    public final native void scan(Object recvbuf, int count, Datatype type, Op op) throws MPIException;

    public final native Request iScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException;

    public final native Request iScan(Buffer buf, int count, Datatype type, Op op) throws MPIException;

    public final native void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException;

    public final native void exScan(Object buf, int count, Datatype type, Op op) throws MPIException;

    public final native Request iExScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException;

    public final native Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException;
}
