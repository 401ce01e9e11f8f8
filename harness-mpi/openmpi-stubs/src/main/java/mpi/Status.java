package mpi;

/** What was received. */
public final class Status {
    Status() {}

    public native int getCount(Datatype datatype) throws MPIException;

    public native int getSource();

    public native int getTag();
}
