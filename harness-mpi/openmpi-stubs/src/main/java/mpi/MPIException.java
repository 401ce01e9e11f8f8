package mpi;

/** An error of the library. */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1L;

    MPIException() {}

    public native int getErrorCode();

    public native int getErrorClass();
}
