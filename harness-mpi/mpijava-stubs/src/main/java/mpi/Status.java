package mpi;

/** What is known of a message. */
public class Status {
    public int source;
    public int tag;

    Status() {}

    public native int Get_count(Datatype datatype) throws MPIException;
}
