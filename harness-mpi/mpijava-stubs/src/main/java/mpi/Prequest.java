package mpi;

/** An operation that can be started many times. */
public class Prequest extends Request {
    Prequest() {}

    public void Start() throws MPIException {
        SignatureOnly.value();
    }
}
