package mpi;

/** Messages between two ranks. Buffers are arrays; offsets and counts are in elements. */
public class Comm {
    Comm() {}

    public native int Size() throws MPIException;

    public native int Rank() throws MPIException;

    public native void Free() throws MPIException;

    public native void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException;

    public native void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException;

    public native Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException;

    public native Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException;

    public native Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException;

    public native Request Irecv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException;

    public native Prequest Send_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException;

    public native Prequest Recv_init(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException;

    public native Status Probe(int source, int tag) throws MPIException;

    public native Status Iprobe(int source, int tag) throws MPIException;
}
