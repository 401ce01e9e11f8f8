package mpi;

/** A handle of a error handler. */
public final class Errhandler {
    Errhandler() {}
}
