package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.util.List;
import java.util.Map;

/** Provides {@code mpj-multicore}: MPJ Express with ranks as threads of one JVM ({@code smpdev}). */
public final class MulticoreProvider implements CommunicatorProvider {
    @Override
    public String name() {
        return "mpj-multicore";
    }

    @Override
    public String description() {
        return "MPJ Express (mpiJava 1.2, pure Java), ranks as threads of one JVM (smpdev)";
    }

    @Override
    public boolean ranksAreThreads() {
        return true;
    }

    @Override
    public Availability availability() {
        // Nothing for the class path: each rank has a class loader of its own.
        return found() instanceof Availability.Available found
                ? new Availability.Available(found.version(), found.where(), List.of(), Map.of(), found.environment())
                : found();
    }

    private static Availability found() {
        return new LibrarySearch(System.getenv()).multicore();
    }

    @Override
    public Map<Capability, String> unsupported() {
        return Lacking.MPJ_EXPRESS;
    }

    @Override
    public World open(WorldOptions options) {
        if (found() instanceof Availability.Available found) {
            return MulticoreWorld.open(found.version() + " smpdev", found.classPath(), options);
        }
        Availability.Unavailable missing = (Availability.Unavailable) found();
        throw new CommunicationException(missing.reason() + "; " + missing.remedy());
    }
}
