package mpi;

/** An operation under way. */
public class Request {
    Request() {}

    public Status Wait() throws MPIException {
        return SignatureOnly.value();
    }

    public Status Test() throws MPIException {
        return SignatureOnly.value();
    }
}
