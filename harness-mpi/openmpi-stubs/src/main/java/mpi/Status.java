package mpi;

/** What was received. */
public final class Status {
    Status() {}

    public int getCount(Datatype datatype) throws MPIException {
        return SignatureOnly.number();
    }

    public int getSource() {
        return SignatureOnly.number();
    }

    public int getTag() {
        return SignatureOnly.number();
    }
}
