package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Services;
import java.util.List;

/** The launchers on the class path. */
public final class Launchers extends Services<Launcher> {
    /** Let the communicator's provider choose. */
    public static final String AUTO = "auto";

    private static final String KIND = "launcher";

    /**
     * Those that are given.
     *
     * @param all with names that differ
     * @param broken what went wrong with others, one line each
     */
    public Launchers(List<Launcher> all, List<String> broken) {
        super(KIND, all, broken);
    }

    private Launchers(Services<Launcher> found) {
        super(found);
    }

    /**
     * Looks through the class path.
     *
     * @return what was found
     */
    public static Launchers discover() {
        return new Launchers(
                Services.load(KIND, Launcher.class, Thread.currentThread().getContextClassLoader()));
    }

    /**
     * Those that loaded.
     *
     * @return by name
     */
    public List<Launcher> all() {
        return providers();
    }

    /**
     * The launcher for a communicator.
     *
     * @param wanted a launcher's name, or {@value #AUTO}
     * @param provider of the communicator
     * @return the one wanted; or of those that fit, the first that can be used here and with which the communicator can, else
     *     the first, which will say what is missing
     * @throws IllegalArgumentException if there is no such launcher, or it does not fit
     */
    public Launcher choose(String wanted, CommunicatorProvider provider) {
        if (provider.ranksAreThreads()) {
            return require(ProcessLauncher.NAME);
        }
        List<String> fitting = provider.launchers();
        if (wanted.equals(AUTO)) {
            return fitting.stream()
                    .flatMap(name -> find(name).stream())
                    .filter(l -> usable(l.availability()) && usable(provider.availability(l.name())))
                    .findFirst()
                    .orElseGet(() -> require(fitting.get(0)));
        }
        if (!fitting.contains(wanted)) {
            throw new IllegalArgumentException("launcher '" + wanted + "' cannot start ranks of comm=" + provider.name()
                    + "; " + String.join(", ", fitting) + " can");
        }
        return require(wanted);
    }

    private static boolean usable(Availability availability) {
        return availability instanceof Availability.Available;
    }
}
