package dev.lockstep.harness.reference;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ranks that are no JVMs: the same operations in C. There is no communicator of it, so it cannot be opened; the harness
 * starts its program itself.
 */
public final class ReferenceProvider implements CommunicatorProvider {
    /** Its name. */
    public static final String NAME = "c";

    private static final String REMEDY = "./lockstep setup, or install a C compiler and the MPI's development files"
            + " (Debian: gcc and libopenmpi-dev)";

    private final Map<String, String> environment;

    /** The constructor for {@link java.util.ServiceLoader}. */
    public ReferenceProvider() {
        this(System.getenv());
    }

    ReferenceProvider(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "the reference: the same operations in C, without a JVM";
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

    /** Builds the program, unless that has been done before: whether it can be built shows in no other way. */
    @Override
    public Availability availability(LauncherTraits launcher) {
        List<String> tried = new ArrayList<>();
        Optional<MpiInstallation> mpi = MpiInstallation.startedBy(launcher, environment, tried);
        if (mpi.isEmpty()) {
            return new Availability.Unavailable(
                    "no MPI with the launcher " + launcher.name() + " was found; looked for "
                            + String.join(", ", tried),
                    REMEDY);
        }
        try {
            ReferenceProgram program = ReferenceProgram.of(mpi.get(), environment);
            return new Availability.Available(
                    mpi.get().family().title() + " " + mpi.get().version() + ", " + program.compiler(),
                    program.file().toString(),
                    List.of(),
                    Map.of(),
                    mpi.get().environment());
        } catch (IOException e) {
            return new Availability.Unavailable(e.getMessage(), REMEDY);
        }
    }

    /**
     * The program for ranks that a launcher starts.
     *
     * @param launcher that starts them
     * @return ready to be run
     * @throws IllegalStateException if it cannot be built
     */
    public ReferenceProgram program(LauncherTraits launcher) {
        List<String> tried = new ArrayList<>();
        try {
            return ReferenceProgram.of(
                    MpiInstallation.startedBy(launcher, environment, tried)
                            .orElseThrow(() -> new IOException("no MPI with the launcher " + launcher.name()
                                    + " was found; looked for " + String.join(", ", tried))),
                    environment);
        } catch (IOException e) {
            throw new IllegalStateException("comm=" + NAME + " cannot be used here: " + e.getMessage(), e);
        }
    }

    @Override
    public World open(WorldOptions options) {
        throw new IllegalStateException("comm=" + NAME
                + " is a program in C, and has no communicator for a JVM: compare with it by 'lockstep run" + " --comm "
                + NAME + ",...'");
    }
}
