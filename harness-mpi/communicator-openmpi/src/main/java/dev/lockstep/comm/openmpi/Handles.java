package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import mpi.MPI;
import mpi.Op;

/** The library's names for ours. */
final class Handles {
    private Handles() {}

    static mpi.Datatype of(Datatype type) {
        return switch (type) {
            case INT -> MPI.INT;
            case LONG -> MPI.LONG;
            case FLOAT -> MPI.FLOAT;
            case DOUBLE -> MPI.DOUBLE;
        };
    }

    static Op of(ReduceOp op) {
        return switch (op) {
            case SUM -> MPI.SUM;
            case MIN -> MPI.MIN;
            case MAX -> MPI.MAX;
            case PROD -> MPI.PROD;
        };
    }
}
