package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Services;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The launchers on the class path. */
public final class Launchers extends Services<Launcher> {
    /** The name that lets the communicator's provider choose. */
    public static final String AUTO = "auto";

    private static final String KIND = "launcher";

    /**
     * The given launchers.
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

    /** Finds the launchers on the class path. */
    public static Launchers discover() {
        return new Launchers(
                Services.load(KIND, Launcher.class, Thread.currentThread().getContextClassLoader()));
    }

    /** The launchers that loaded, by name. */
    public List<Launcher> all() {
        return providers();
    }

    /**
     * The launcher for a communicator.
     *
     * @param wanted a launcher's name, or {@value #AUTO}
     * @param provider of the communicator
     * @return the one wanted; or of those that fit, the first that can be used here and with which the
     *     communicator can, else the first, which will say what is missing
     * @throws IllegalArgumentException if there is no such launcher, or it does not fit
     */
    public Launcher choose(String wanted, CommunicatorProvider provider) {
        if (provider.ranksAreThreads()) {
            return require(ProcessLauncher.NAME);
        }
        List<Launcher> fitting = fitting(provider);
        if (fitting.isEmpty()) {
            throw new IllegalArgumentException("no launcher starts ranks of comm=" + provider.name() + "; there are "
                    + String.join(", ", names()));
        }
        if (wanted.equals(AUTO)) {
            return fitting.stream()
                    .filter(l -> usable(l.availability()) && usable(provider.availability(l.traits())))
                    .findFirst()
                    .orElse(fitting.get(0));
        }
        return fitting.stream()
                .filter(l -> l.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("launcher '" + wanted
                        + "' cannot start ranks of comm=" + provider.name() + "; "
                        + fitting.stream().map(Launcher::name).collect(Collectors.joining(", ")) + " can"));
    }

    /**
     * The launchers that can start ranks of a communicator, whether they can be used here or not, best first: unless
     * the provider has an order of its own, a launcher for few families knows their ranks better than one for many.
     */
    public List<Launcher> fitting(CommunicatorProvider provider) {
        return provider.launchers().isEmpty()
                ? all().stream()
                        .filter(l -> l.traits().starts(provider.families()))
                        .sorted(Comparator.comparingInt(
                                l -> l.traits().families().size()))
                        .toList()
                : provider.launchers().stream()
                        .flatMap(name -> find(name).stream())
                        .toList();
    }

    private static boolean usable(Availability availability) {
        return availability instanceof Availability.Available;
    }
}
