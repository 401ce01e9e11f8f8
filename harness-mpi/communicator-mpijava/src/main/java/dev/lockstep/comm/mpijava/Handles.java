package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PointToPoint;
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

    static int source(int source) {
        return source == PointToPoint.ANY_SOURCE ? MPI.ANY_SOURCE : source;
    }

    static int tag(int tag) {
        return tag == PointToPoint.ANY_TAG ? MPI.ANY_TAG : tag;
    }
}
