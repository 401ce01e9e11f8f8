package dev.lockstep.comm.ffm;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Provides {@code ffm}: MPI by {@code java.lang.foreign}. It needs JDK 22; on an older one it says so, and nothing of
 * the rest is loaded.
 *
 * <p>Direct buffers are not copied, heap buffers once. In steady state, nothing is allocated for a message.
 */
public final class FfmProvider implements CommunicatorProvider {
    private static final int NEEDED_JDK = 22;

    private final int jdk;
    private final Map<String, String> environment;

    /** The constructor for {@link java.util.ServiceLoader}. */
    public FfmProvider() {
        this(Runtime.version().feature(), System.getenv());
    }

    /** A provider as if on that JDK, and in that environment. */
    FfmProvider(int jdk, Map<String, String> environment) {
        this.jdk = jdk;
        this.environment = environment;
    }

    @Override
    public String name() {
        return "ffm";
    }

    @Override
    public String description() {
        return "MPI 5.0 ABI and Open MPI 4 and 5 by java.lang.foreign";
    }

    @Override
    public boolean ranksAreThreads() {
        return false;
    }

    @Override
    public List<Family> families() {
        return List.of(Family.OPEN_MPI, Family.MPICH, Family.INTEL_MPI);
    }

    @Override
    public Availability availability() {
        return Availability.firstOf(families().stream()
                .map(Family::launcherName)
                .distinct()
                .flatMap(name -> LauncherTraits.known(name).stream())
                .map(this::availability));
    }

    @Override
    public Availability availability(LauncherTraits launcher) {
        return lacking()
                .<Availability>map(l -> l)
                .orElseGet(() -> new LibrarySearch(environment).availability(launcher));
    }

    @Override
    public World open(WorldOptions options) {
        return open(options.threadLevel(), options.communicators(), OptionalInt.of(options.ranks()));
    }

    /** As {@link #open(WorldOptions)}, perhaps without knowing how many ranks there are. */
    World open(ThreadLevel required, int communicators, OptionalInt ranks) {
        Optional<Availability.Unavailable> lacking = lacking();
        if (lacking.isPresent()) {
            throw new CommunicationException(
                    lacking.get().reason() + "; " + lacking.get().remedy());
        }
        List<String> libraries = new LibrarySearch(environment).inRank();
        return Foreign.join(libraries, required, communicators, ranks);
    }

    private Optional<Availability.Unavailable> lacking() {
        if (jdk < NEEDED_JDK) {
            return Optional.of(new Availability.Unavailable(
                    "comm ffm needs JDK " + NEEDED_JDK + " or newer, and this is " + jdk,
                    "run it on JDK " + NEEDED_JDK + " or newer (LOCKSTEP_JAVA_HOME, or --jvm)"));
        }
        return Foreign.isHere()
                ? Optional.empty()
                : Optional.of(new Availability.Unavailable(
                        "comm ffm was left out when Lockstep was built, on a JDK below " + NEEDED_JDK,
                        "build it with JDK " + NEEDED_JDK + " or newer"));
    }
}
