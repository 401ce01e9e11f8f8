package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Capability;
import java.util.Map;

/** What mpiJava does not have. Kept apart from classes that need the library. */
final class Lacking {
    private static final String REDUCE_SCATTER =
            "Reduce_scatter of MPJ Express 0.44 (mpi.PureIntracomm.BKT_Reduce_scatter) combines blocks twice, and its results"
                    + " are wrong with 3 or more ranks";

    static final Map<Capability, String> MPIJAVA = Map.of(
            Capability.NON_BLOCKING_COLLECTIVES,
            "mpiJava 1.2 binds MPI-1.1, which has no collectives that do not block",
            Capability.REDUCE_SCATTER,
            REDUCE_SCATTER,
            Capability.REDUCE_SCATTER_BLOCK,
            REDUCE_SCATTER);

    private Lacking() {}
}
