package dev.lockstep.comm.mpijava;

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
 * Provides {@code mpj}: MPJ Express, pure Java, whose ranks are processes that talk over TCP ({@code niodev}).
 *
 * <p>Arrays are what it moves: a buffer that shows its array is handed over as it is, any other is copied once. The
 * library itself copies every message once more on each side, and allocates a buffer, a request and a status for each.
 */
public final class MpjProvider implements CommunicatorProvider {
    @Override
    public String name() {
        return "mpj";
    }

    @Override
    public String description() {
        return "MPJ Express (mpiJava 1.2, pure Java), ranks as processes over TCP (niodev)";
    }

    @Override
    public boolean ranksAreThreads() {
        return false;
    }

    @Override
    public List<Family> families() {
        return List.of(Family.MPIJAVA);
    }

    @Override
    public Availability availability() {
        return new LibrarySearch(System.getenv()).mpjExpress();
    }

    @Override
    public Map<Capability, String> unsupported() {
        return Lacking.MPJ_EXPRESS;
    }

    @Override
    public World open(WorldOptions options) {
        return open("MPJ Express", availability(), options, unsupported());
    }

    /** Joins the processes that the launcher started. */
    static World open(String name, Availability found, WorldOptions options, Map<Capability, String> lacking) {
        String library = found instanceof Availability.Available available ? available.version() : name;
        String[] arguments = NioDevice.arguments(System.getenv());
        try {
            return MpiJavaWorld.open(library + " niodev", options, arguments, lacking);
        } catch (LinkageError e) {
            // The text only: the class that is missing here may be missing where this exception goes.
            throw new CommunicationException(name + " did not load (" + e
                    + "); its jar and that of log4j 1.2 must be on the class path, and no other MPI's");
        }
    }
}
