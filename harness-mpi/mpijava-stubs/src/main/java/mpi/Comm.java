package mpi;

/** Messages between two ranks. Buffers are arrays; offsets and counts are in elements. */
public class Comm {
    Comm() {}

    public int Size() throws MPIException {
        return SignatureOnly.number();
    }

    public int Rank() throws MPIException {
        return SignatureOnly.number();
    }

    public void Free() throws MPIException {
        SignatureOnly.value();
    }

    public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        SignatureOnly.value();
    }

    public void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        SignatureOnly.value();
    }

    public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public Request Irecv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        return SignatureOnly.value();
    }

    public Prequest Send_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return SignatureOnly.value();
    }

    public Prequest Recv_init(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        return SignatureOnly.value();
    }

    public Status Probe(int source, int tag) throws MPIException {
        return SignatureOnly.value();
    }

    public Status Iprobe(int source, int tag) throws MPIException {
        return SignatureOnly.value();
    }
}
