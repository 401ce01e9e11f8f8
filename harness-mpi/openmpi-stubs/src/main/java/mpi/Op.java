package mpi;

/** A handle of a reduction. */
public final class Op {
    Op() {}
}
