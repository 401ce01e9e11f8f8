package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.ThreadLevel;

/** The representation of Open MPI 4 and 5: handles are addresses of its symbols ({@code mpi.h}). */
record OpenMpiAbi(MpiLibrary library) implements MpiAbi {
    @Override
    public String title() {
        return "Open MPI's own ABI";
    }

    @Override
    public String version() {
        return title();
    }

    @Override
    public long commWorld() {
        return library.address("ompi_mpi_comm_world");
    }

    @Override
    public long commNull() {
        return library.address("ompi_mpi_comm_null");
    }

    @Override
    public long errorsReturn() {
        return library.address("ompi_mpi_errors_return");
    }

    @Override
    public long bytes() {
        return library.address("ompi_mpi_byte");
    }

    @Override
    public long handle(Datatype type) {
        return library.address(
                switch (type) {
                    case INT -> "ompi_mpi_int32_t";
                    case LONG -> "ompi_mpi_int64_t";
                    case FLOAT -> "ompi_mpi_float";
                    case DOUBLE -> "ompi_mpi_double";
                });
    }

    @Override
    public long handle(ReduceOp op) {
        return library.address(
                switch (op) {
                    case SUM -> "ompi_mpi_op_sum";
                    case MIN -> "ompi_mpi_op_min";
                    case MAX -> "ompi_mpi_op_max";
                    case PROD -> "ompi_mpi_op_prod";
                });
    }

    @Override
    public int anyTag() {
        return -1;
    }

    @Override
    public int code(ThreadLevel level) {
        return level.ordinal();
    }
}
