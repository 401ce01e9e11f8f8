package mpi;

/** An operation under way. */
public class Request {
    Request() {}

    public final Status waitStatus() throws MPIException {
        return SignatureOnly.value();
    }

    public final void waitFor() throws MPIException {
        SignatureOnly.value();
    }

    public final Status testStatus() throws MPIException {
        return SignatureOnly.value();
    }

    public final boolean test() throws MPIException {
        return SignatureOnly.value();
    }

    public void free() throws MPIException {
        SignatureOnly.value();
    }
}
