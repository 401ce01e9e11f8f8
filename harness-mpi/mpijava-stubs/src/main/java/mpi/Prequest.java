package mpi;

/** An operation that can be started many times. */
public class Prequest extends Request {
    Prequest() {}

    public native void Start() throws MPIException;
}
