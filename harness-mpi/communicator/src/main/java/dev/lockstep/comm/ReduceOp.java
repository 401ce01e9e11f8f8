package dev.lockstep.comm;

/** The operation by which a reduction makes one element of two (MPI 4.1, section 6.9.2). */
public enum ReduceOp {
    /** Their sum. The order of floating-point additions is the implementation's own. */
    SUM,
    /** The smaller. */
    MIN,
    /** The larger. */
    MAX,
    /** Their product. */
    PROD
}
