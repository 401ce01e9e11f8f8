package mpi;

/** The library: its start and end, its handles and constants. */
public final class MPI {
    /** All ranks. */
    public static final Intracomm COMM_WORLD = SignatureOnly.value();

    public static final int THREAD_SINGLE = SignatureOnly.number();
    public static final int THREAD_FUNNELED = SignatureOnly.number();
    public static final int THREAD_SERIALIZED = SignatureOnly.number();
    public static final int THREAD_MULTIPLE = SignatureOnly.number();
    public static final int ANY_SOURCE = SignatureOnly.number();
    public static final int ANY_TAG = SignatureOnly.number();
    public static final int UNDEFINED = SignatureOnly.number();
    public static final int ERR_TRUNCATE = SignatureOnly.number();

    public static final Op MAX = SignatureOnly.value();
    public static final Op MIN = SignatureOnly.value();
    public static final Op SUM = SignatureOnly.value();
    public static final Op PROD = SignatureOnly.value();

    public static final Datatype BYTE = SignatureOnly.value();
    public static final Datatype INT = SignatureOnly.value();
    public static final Datatype LONG = SignatureOnly.value();
    public static final Datatype FLOAT = SignatureOnly.value();
    public static final Datatype DOUBLE = SignatureOnly.value();

    public static final Errhandler ERRORS_RETURN = SignatureOnly.value();

    private MPI() {}

    public static native int InitThread(String[] args, int required) throws MPIException;

    public static native void Finalize() throws MPIException;

    public static native String getLibVersion();
}
