package dev.lockstep.comm.ffm;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.ThreadLevel;

/**
 * The standard representation: handles are pointer-sized constants (MPI 5.0, chapter 20 and appendix A;
 * {@code mpi_abi.h}).
 */
record StandardAbi(MpiLibrary library) implements MpiAbi {
    private static final int MAJOR = 1;
    private static final long ERRORS_ABORT = 0x142;
    private static final long ERRORS_RETURN = 0x143;
    private static final int RETURN_INSIDE_MPICH = 0x54000001;

    @Override
    public String title() {
        return "the MPI 5.0 ABI";
    }

    @Override
    public String version() {
        Slot slot = new Slot();
        Failures.check(RawStandard.abiGetVersion(slot.handle(), slot.flag()), "the ABI has no version");
        int major = (int) slot.handleValue();
        if (major != MAJOR) {
            throw new CommunicationException(
                    library.file() + " has version " + major + " of the MPI ABI, not " + MAJOR);
        }
        return "the MPI ABI " + major + "." + slot.flagValue();
    }

    @Override
    public long commWorld() {
        return 0x101;
    }

    @Override
    public long commNull() {
        return 0x100;
    }

    /**
     * Intel MPI 2021.18 says that its ABI is 1.0, but has this and MPI_ERRORS_ABORT the wrong way round
     * ({@code mpi_abi.h}). The number that they have inside MPICH, of which it is made, tells.
     */
    @Override
    public long errorsReturn() {
        return RawStandard.errhandlerToint(ERRORS_ABORT) == RETURN_INSIDE_MPICH ? ERRORS_ABORT : ERRORS_RETURN;
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
