package dev.lockstep.comm.profile;

import java.util.Locale;

/** The calls that are counted, by the names that MPI's standard has for them. */
enum MpiFunction {
    SEND,
    SSEND,
    RECV,
    ISEND,
    ISSEND,
    IRECV,
    SENDRECV,
    PROBE,
    IPROBE,
    SEND_INIT,
    RECV_INIT,
    START,
    WAIT,
    TEST,
    BARRIER,
    BCAST,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    ALLGATHER,
    ALLGATHERV,
    ALLTOALL,
    ALLTOALLV,
    REDUCE,
    ALLREDUCE,
    REDUCE_SCATTER_BLOCK,
    REDUCE_SCATTER,
    SCAN,
    EXSCAN,
    IBARRIER,
    IBCAST,
    IGATHER,
    IGATHERV,
    ISCATTER,
    ISCATTERV,
    IALLGATHER,
    IALLGATHERV,
    IALLTOALL,
    IALLTOALLV,
    IREDUCE,
    IALLREDUCE,
    IREDUCE_SCATTER_BLOCK,
    IREDUCE_SCATTER,
    ISCAN,
    IEXSCAN,
    COMM_DUP,
    COMM_SPLIT;

    private static final MpiFunction[] ALL = values();

    static final int COUNT = ALL.length;

    static MpiFunction of(int ordinal) {
        return ALL[ordinal];
    }

    /** For example {@code MPI_Isend}. */
    String text() {
        return "MPI_" + name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
}
