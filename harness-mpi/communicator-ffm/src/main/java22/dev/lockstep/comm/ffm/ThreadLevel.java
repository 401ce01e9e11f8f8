package dev.lockstep.comm.ffm;

/** The levels of threads that may call the library (MPI 4.1, section 11.6), lowest first. */
enum ThreadLevel {
    SINGLE,
    FUNNELED,
    SERIALIZED,
    MULTIPLE
}
