package mpi;

/** An error of the library. */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1L;

    MPIException() {}

    public int getErrorCode() {
        return SignatureOnly.number();
    }

    public int getErrorClass() {
        return SignatureOnly.number();
    }
}
