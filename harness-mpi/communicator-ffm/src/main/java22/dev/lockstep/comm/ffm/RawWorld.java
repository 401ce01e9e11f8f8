package dev.lockstep.comm.ffm;

import java.lang.invoke.MethodHandle;

/**
 * Functions of MPI about the process, its communicators and its errors (MPI 4.1, chapters 7, 9 and 11). Each returns an
 * error code.
 */
final class RawWorld {
    private static final MethodHandle INIT_THREAD = MpiLibrary.function("MPI_Init_thread", "JJIJ");
    private static final MethodHandle INITIALIZED = MpiLibrary.function("MPI_Initialized", "J");
    private static final MethodHandle FINALIZE = MpiLibrary.function("MPI_Finalize", "");
    private static final MethodHandle ABORT = MpiLibrary.function("MPI_Abort", "JI");
    private static final MethodHandle GET_LIBRARY_VERSION = MpiLibrary.function("MPI_Get_library_version", "JJ");
    private static final MethodHandle COMM_RANK = MpiLibrary.function("MPI_Comm_rank", "JJ");
    private static final MethodHandle COMM_SIZE = MpiLibrary.function("MPI_Comm_size", "JJ");
    private static final MethodHandle COMM_DUP = MpiLibrary.function("MPI_Comm_dup", "JJ");
    private static final MethodHandle COMM_SPLIT = MpiLibrary.function("MPI_Comm_split", "JIIJ");
    private static final MethodHandle COMM_FREE = MpiLibrary.function("MPI_Comm_free", "J");
    private static final MethodHandle COMM_SET_ERRHANDLER = MpiLibrary.function("MPI_Comm_set_errhandler", "JJ");
    private static final MethodHandle ERROR_CLASS = MpiLibrary.function("MPI_Error_class", "IJ");
    private static final MethodHandle ERROR_STRING = MpiLibrary.function("MPI_Error_string", "IJJ");

    private RawWorld() {}

    static int initThread(long argc, long argv, int required, long provided) {
        try {
            return (int) INIT_THREAD.invokeExact(argc, argv, required, provided);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int initialized(long flag) {
        try {
            return (int) INITIALIZED.invokeExact(flag);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int doFinalize() {
        try {
            return (int) FINALIZE.invokeExact();
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int abort(long comm, int errorCode) {
        try {
            return (int) ABORT.invokeExact(comm, errorCode);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int getLibraryVersion(long version, long length) {
        try {
            return (int) GET_LIBRARY_VERSION.invokeExact(version, length);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int commRank(long comm, long rank) {
        try {
            return (int) COMM_RANK.invokeExact(comm, rank);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int commSize(long comm, long size) {
        try {
            return (int) COMM_SIZE.invokeExact(comm, size);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int commDup(long comm, long duplicate) {
        try {
            return (int) COMM_DUP.invokeExact(comm, duplicate);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int commSplit(long comm, int color, int key, long part) {
        try {
            return (int) COMM_SPLIT.invokeExact(comm, color, key, part);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int commFree(long comm) {
        try {
            return (int) COMM_FREE.invokeExact(comm);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int commSetErrhandler(long comm, long errhandler) {
        try {
            return (int) COMM_SET_ERRHANDLER.invokeExact(comm, errhandler);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int errorClass(int code, long errorClass) {
        try {
            return (int) ERROR_CLASS.invokeExact(code, errorClass);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }

    static int errorString(int code, long text, long length) {
        try {
            return (int) ERROR_STRING.invokeExact(code, text, length);
        } catch (Throwable t) {
            throw Downcalls.failed(t);
        }
    }
}
