package mpi;

/** An operation that can be started many times. */
public final class Prequest extends Request {
    Prequest() {}

    public native void start() throws MPIException;
}
