package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Capability;
import java.util.Map;

/** The capabilities that libraries of mpiJava lack, or have wrong. Kept apart from classes that need the library. */
final class Lacking {
    static final Map<Capability, String> MPJ_EXPRESS = with(
            "Reduce_scatter of MPJ Express 0.44 (mpi.PureIntracomm.BKT_Reduce_scatter) combines blocks twice, and its"
                    + " results are wrong with 3 or more ranks");

    static final Map<Capability, String> FASTMPJ =
            with("Reduce_scatter is not used: that of MPJ Express, with which this was tested, gives wrong results");

    private static Map<Capability, String> with(String reduceScatter) {
        return Map.of(
                Capability.NON_BLOCKING_COLLECTIVES,
                "mpiJava 1.2 binds MPI-1.1, which has no collectives that do not block",
                Capability.EXSCAN,
                "mpiJava 1.2 binds MPI-1.1, which has no exclusive scan",
                Capability.REDUCE_SCATTER,
                reduceScatter,
                Capability.REDUCE_SCATTER_BLOCK,
                reduceScatter,
                Capability.SHARED_COMMUNICATOR,
                "MPJ Express 0.44 loses the tag of a message to oneself; what makes up for it here is kept for one thread");
    }

    private Lacking() {}
}
