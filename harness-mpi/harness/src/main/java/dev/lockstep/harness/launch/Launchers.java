package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Availability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Services;
import java.util.List;

/**
 * The launchers on the class path.
 *
 * @param all by name
 * @param broken what went wrong with those that could not be loaded, one line each
 */
public record Launchers(List<Launcher> all, List<String> broken) {
    /** Let the communicator's provider choose. */
    public static final String AUTO = "auto";

    /** Copies the lists. */
    public Launchers {
        all = List.copyOf(all);
        broken = List.copyOf(broken);
    }

    /**
     * Looks through the class path.
     *
     * @return what was found
     */
    public static Launchers discover() {
        Services<Launcher> found = Services.load(
                Launcher.class, Launcher::name, Thread.currentThread().getContextClassLoader());
        return new Launchers(found.loaded(), found.broken());
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
            return named(ProcessLauncher.NAME);
        }
        List<String> fitting = provider.launchers();
        if (wanted.equals(AUTO)) {
            return fitting.stream()
                    .flatMap(name -> all.stream().filter(l -> l.name().equals(name)))
                    .filter(l -> usable(l.availability()) && usable(provider.availability(l.name())))
                    .findFirst()
                    .orElseGet(() -> named(fitting.get(0)));
        }
        if (!fitting.contains(wanted)) {
            throw new IllegalArgumentException("launcher '" + wanted + "' cannot start ranks of comm=" + provider.name()
                    + "; " + String.join(", ", fitting) + " can");
        }
        return named(wanted);
    }

    private static boolean usable(Availability availability) {
        return availability instanceof Availability.Available;
    }

    private Launcher named(String name) {
        return all.stream()
                .filter(l -> l.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no launcher is called '" + name + "'; there are " + names()));
    }

    /**
     * Their names.
     *
     * @return in alphabetical order
     */
    public List<String> names() {
        return all.stream().map(Launcher::name).toList();
    }
}
