package mpi;

/** An operation under way. */
public class Request {
    Request() {}

    public final native Status waitStatus() throws MPIException;

    public final native void waitFor() throws MPIException;

    public final native Status testStatus() throws MPIException;

    public final native boolean test() throws MPIException;

    public native void free() throws MPIException;
}
