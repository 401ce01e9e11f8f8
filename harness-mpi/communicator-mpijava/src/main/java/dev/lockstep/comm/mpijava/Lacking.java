package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Capability;
import java.util.Map;

/** What mpiJava does not have. Kept apart from classes that need the library. */
final class Lacking {
    static final Map<Capability, String> MPIJAVA = Map.of(
            Capability.NON_BLOCKING_COLLECTIVES,
            "mpiJava 1.2 binds MPI-1.1, which has no collectives that do not block");

    private Lacking() {}
}
