package mpi;

/** Start, end and constants of the library. */
public class MPI {
    public static Intracomm COMM_WORLD;

    public static Datatype BYTE;
    public static Datatype INT;
    public static Datatype LONG;
    public static Datatype FLOAT;
    public static Datatype DOUBLE;

    public static Op SUM;
    public static Op MIN;
    public static Op MAX;
    public static Op PROD;

    public static int ANY_SOURCE;
    public static int ANY_TAG;

    public static int THREAD_SINGLE;
    public static int THREAD_FUNNELED;
    public static int THREAD_SERIALIZED;
    public static int THREAD_MULTIPLE;

    MPI() {}

    public static native String[] Init(String[] args) throws MPIException;

    public static native int queryThread();

    public static native void Finalize() throws MPIException;
}
