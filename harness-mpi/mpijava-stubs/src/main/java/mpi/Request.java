package mpi;

/** An operation under way. */
public class Request {
    Request() {}

    public native Status Wait() throws MPIException;

    public native Status Test() throws MPIException;
}
