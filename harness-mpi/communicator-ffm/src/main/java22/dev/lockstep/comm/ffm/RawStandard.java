package dev.lockstep.comm.ffm;

import java.lang.invoke.MethodHandle;

/** Functions that only libraries with the standard ABI have (MPI 5.0, chapter 20). */
final class RawStandard {
    private static final MethodHandle ABI_GET_VERSION = MpiLibrary.function("MPI_Abi_get_version", "JJ");
    private static final MethodHandle ERRHANDLER_TOINT = MpiLibrary.function("MPI_Errhandler_toint", "J");

    private RawStandard() {}

    static int abiGetVersion(long major, long minor) {
        try {
            return (int) ABI_GET_VERSION.invokeExact(major, minor);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    /** The number of a handler, not an error code. */
    static int errhandlerToint(long errhandler) {
        try {
            return (int) ERRHANDLER_TOINT.invokeExact(errhandler);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }
}
