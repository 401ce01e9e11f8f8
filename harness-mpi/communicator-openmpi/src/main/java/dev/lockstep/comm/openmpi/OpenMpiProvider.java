package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.util.List;
import java.util.Map;

/**
 * Provides {@code openmpi}: Open MPI's own Java bindings.
 *
 * <p>Heap and read-only heap buffers are copied through direct ones on this side of the bindings, in blocking calls
 * too; direct buffers are not copied. The bindings allocate a status for each blocking receive and a request for each
 * non-blocking operation.
 */
public final class OpenMpiProvider implements CommunicatorProvider {
    static final Map<Capability, String> UNSUPPORTED = Map.of(
            Capability.ALL_TO_ALL_IN_PLACE,
            "Open MPI's Java bindings have no in-place form of allToAll and allToAllv, and no MPI_IN_PLACE to pass");

    @Override
    public String name() {
        return "openmpi";
    }

    @Override
    public String description() {
        return "Open MPI's own Java bindings (JNI)";
    }

    @Override
    public boolean ranksAreThreads() {
        return false;
    }

    @Override
    public List<Family> families() {
        return List.of(Family.OPEN_MPI);
    }

    @Override
    public Availability availability() {
        return new InstallationSearch(System.getenv()).availability();
    }

    @Override
    public Map<Capability, String> unsupported() {
        return UNSUPPORTED;
    }

    @Override
    public World open(WorldOptions options) {
        try {
            return OpenMpiWorld.open(options);
        } catch (LinkageError e) {
            // The text only: the class that is missing here may be missing where this exception goes.
            throw new CommunicationException("Open MPI's Java bindings did not load (" + e
                    + "); mpi.jar must be on the class path and libmpi_java.so in java.library.path, which is "
                    + System.getProperty("java.library.path"));
        }
    }
}
