package dev.lockstep.comm.ffm;

import java.lang.invoke.MethodHandle;

/**
 * Functions of MPI to start, complete and free requests, and to read statuses (MPI 4.1, section 3.7). Each returns an
 * error code.
 */
final class RawRequests {
    private static final MethodHandle START = MpiLibrary.function("MPI_Start", "J");
    private static final MethodHandle WAIT = MpiLibrary.function("MPI_Wait", "JJ");
    private static final MethodHandle TEST = MpiLibrary.function("MPI_Test", "JJJ");
    private static final MethodHandle REQUEST_FREE = MpiLibrary.function("MPI_Request_free", "J");
    private static final MethodHandle GET_COUNT = MpiLibrary.criticalFunction("MPI_Get_count", "JJJ");

    private RawRequests() {}

    static int start(long request) {
        try {
            return (int) START.invokeExact(request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int await(long request, long status) {
        try {
            return (int) WAIT.invokeExact(request, status);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int test(long request, long flag, long status) {
        try {
            return (int) TEST.invokeExact(request, flag, status);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int free(long request) {
        try {
            return (int) REQUEST_FREE.invokeExact(request);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int getCount(long status, long datatype, long count) {
        try {
            return (int) GET_COUNT.invokeExact(status, datatype, count);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }
}
