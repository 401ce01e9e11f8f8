package dev.lockstep.cli.doctor;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.launch.Launcher;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.spi.Availability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether ranks of a communicator can be started by a launcher.
 *
 * @param launcher its name
 * @param comm the communicator's name
 * @param fits whether that launcher starts ranks of the communicator at all
 * @param reason why it does not work; empty if it does
 * @param remedy what to do about that
 */
public record Pairing(String launcher, String comm, boolean fits, String reason, String remedy) {
    private static final String SEPARATOR = "\t";

    /**
     * All pairs of launcher and communicator in this process's environment. Communicators whose ranks are threads need
     * no launcher.
     */
    public static List<Pairing> all(Map<String, Availability> launchers) {
        List<Pairing> all = new ArrayList<>();
        Launchers found = Launchers.discover();
        for (Launcher launcher : found.all()) {
            for (CommunicatorProvider provider : Communicators.discover().providers()) {
                if (!provider.ranksAreThreads()) {
                    boolean fits = found.fitting(provider).contains(launcher);
                    all.add(of(launcher, launchers.get(launcher.name()), provider, fits));
                }
            }
        }
        return all;
    }

    /** The availability of each launcher by its name; asked once, for some take their time. */
    public static Map<String, Availability> launchers() {
        Map<String, Availability> launchers = new LinkedHashMap<>();
        Launchers.discover().all().forEach(launcher -> launchers.put(launcher.name(), launcher.availability()));
        return launchers;
    }

    private static Pairing of(Launcher launcher, Availability ofLauncher, CommunicatorProvider provider, boolean fits) {
        for (Availability each :
                fits ? List.of(ofLauncher, provider.availability(launcher.traits())) : List.<Availability>of()) {
            if (each instanceof Availability.Unavailable missing) {
                return new Pairing(launcher.name(), provider.name(), true, missing.reason(), missing.remedy());
            }
        }
        return new Pairing(launcher.name(), provider.name(), fits, "", "");
    }

    boolean works() {
        return fits && reason.isEmpty();
    }

    /** One line for another JVM to {@link #parse}. */
    public String format() {
        return String.join(SEPARATOR, launcher, comm, String.valueOf(fits), oneLine(reason), oneLine(remedy));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** Reads a line that {@link #format} made. */
    static Pairing parse(String line) {
        String[] words = line.split(SEPARATOR, -1);
        if (words.length != 5) {
            throw new IllegalArgumentException("no pairing of launcher and communicator: " + line);
        }
        return new Pairing(words[0], words[1], Boolean.parseBoolean(words[2]), words[3], words[4]);
    }
}
