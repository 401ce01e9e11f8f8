package mpi;

/** A handle of a datatype. */
public final class Datatype {
    Datatype() {}
}
