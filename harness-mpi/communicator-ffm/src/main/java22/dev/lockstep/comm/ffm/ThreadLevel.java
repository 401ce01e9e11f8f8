package dev.lockstep.comm.ffm;

/** Who may call the library when (MPI 4.1, section 11.6), lowest first. */
enum ThreadLevel {
    SINGLE,
    FUNNELED,
    SERIALIZED,
    MULTIPLE
}
