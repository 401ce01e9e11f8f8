package mpi;

/** A handle of a reduction. */
public class Op {
    Op() {}
}
