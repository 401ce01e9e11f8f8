package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;

/** The standard one: handles are pointer-sized constants (MPI 5.0, chapter 20 and appendix A; {@code mpi_abi.h}). */
record StandardAbi() implements MpiAbi {
    @Override
    public String title() {
        return "the MPI 5.0 ABI";
    }

    @Override
    public long commWorld() {
        return 0x101;
    }

    @Override
    public long commNull() {
        return 0x100;
    }

    @Override
    public long errorsReturn() {
        return 0x143;
    }

    @Override
    public long bytes() {
        return 0x247;
    }

    @Override
    public long handle(Datatype type) {
        return switch (type) {
            case INT -> 0x250;
            case LONG -> 0x258;
            case FLOAT -> 0x210;
            case DOUBLE -> 0x214;
        };
    }

    @Override
    public long handle(ReduceOp op) {
        return switch (op) {
            case SUM -> 0x21;
            case MIN -> 0x22;
            case MAX -> 0x23;
            case PROD -> 0x24;
        };
    }

    @Override
    public int anyTag() {
        return -2;
    }

    @Override
    public int code(ThreadLevel level) {
        return switch (level) {
            case SINGLE -> 0;
            case FUNNELED -> 1024;
            case SERIALIZED -> 2048;
            case MULTIPLE -> 4096;
        };
    }
}
