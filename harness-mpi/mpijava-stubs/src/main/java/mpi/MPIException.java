package mpi;

/** What the library throws; MPJ Express's own is unchecked. */
public class MPIException extends Exception {
    private static final long serialVersionUID = 1L;

    MPIException() {}
}
