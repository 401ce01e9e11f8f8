package mpi;

/** A handle of a datatype. */
public class Datatype {
    Datatype() {}
}
